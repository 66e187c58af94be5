// Who dealt: the address of a kept pad may name another by now, and after a cut nobody is chosen yet.

export function takeNamedDealer({ elements: { dealer } }) {
  if (location.hash.startsWith("#dealer=")) dealer.value = location.hash.slice(8);
}

export function lacksDealer({ elements: { dealer } }) {
  dealer.closest("details").open ||= !dealer.value;
  return !dealer.value;
}
