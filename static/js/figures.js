// Numbers in the page's language, as views/words/figures.py writes them. Used by other modules.

const format = new Intl.NumberFormat(document.documentElement.lang || undefined);

// "1,200", "−5"; JavaScript's -0 is "0".
export function formatNumber(value) {
  return format.format(value + 0).replace("-", "−");
}

// A change of a total: "+13", "−5", "±0".
export function signed(value) {
  if (value === 0) return "±0";
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value);
}
