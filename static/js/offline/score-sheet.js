// Computes the standings and the next deal of a table without the server, as hand.py, standings.py and deal.py of
// game/scoring/ do; tests/golden/score_sheets.json tests both. Used by other modules. views/offline/board_json.py
// describes the format of `sheet`.

// The points of the cards left in a hand; null where the table counts wins.
export function pointsOf(cards, rules) {
  if (countsWins(rules)) return null;
  return sum(Object.entries(cards).map(([key, count]) => rules.points[key] * count));
}

// All sides, best first. A side is a seat or the seats of a team, with the points of the seats they took over; a seat
// that was taken over is a side of its own that has left. Sides with equal totals are in seat order and share a rank
// (1, 2, 2, 4); sides that left are last with rank null. history: the total before the first round and after each
// round; change: by the last round, null where the side did not play it.
export function standings(sheet) {
  const sides = sidesOf(sheet);
  const order = countsWins(sheet.rules) ? -1 : 1;
  const here = sides
    .filter((side) => !hasLeft(side))
    .map((side) => withTotals(sheet, side))
    .sort((one, other) => order * (one.total - other.total));
  const left = sides.filter(hasLeft).map((side) => withTotals(sheet, side));
  const rankOf = ({ total }) => 1 + here.findIndex((side) => side.total === total);
  return [
    ...here.map((side) => ({ ...side, rank: rankOf(side), leads: rankOf(side) === 1 })),
    ...left.map((side) => ({ ...side, rank: null, leads: false })),
  ];
}

// The deal after the rounds played; dealer and leader are null before the cut that decides them.
export function nextDeal(sheet) {
  const { rules, seats, rounds, chosen } = sheet;
  const number = rounds.length + 1;
  const dealer = chosen ?? rotationDealer(sheet, number);
  return {
    number,
    handSize: rules.hand_sizes[(number - 1) % rules.hand_sizes.length],
    dealer,
    leader: dealer === null ? null : leftOf(dealer, seats, number),
  };
}

// Whether all rounds are played or a side has reached the total that ends the session.
export function isOver(sheet) {
  const { rules, rounds } = sheet;
  if (rules.rounds !== null && rounds.length >= rules.rounds) return true;
  if (rules.first_to === null || !rounds.length) return false;
  return standings(sheet).some(({ total, rank }) => rank !== null && total >= rules.first_to);
}

// members: the seats of a side; counted: all seats whose points are in its total.
function sidesOf({ rules, seats }) {
  const sides = new Map();
  for (const seat of seats) {
    const sharing = seats.filter((other) => (other.origin ?? other.id) === (seat.origin ?? seat.id));
    const isTakenOver = holderOf(sharing) !== seat;
    const name = rules.teams && !isTakenOver && seat.team ? seat.team : seat; // without a team the seat is a side
    const side = sides.get(name) ?? { members: [], counted: [] };
    side.members.push(seat);
    side.counted.push(...(isTakenOver ? [seat] : sharing));
    sides.set(name, side);
  }
  return [...sides.values()];
}

// Of seats that share a total: the one that plays, otherwise the one that left last.
function holderOf(sharing) {
  const leftIn = ({ away }) => away.find(({ until }) => until === null)?.since ?? Infinity;
  return sharing.toSorted((one, other) => leftIn(other) - leftIn(one) || other.joined - one.joined)[0];
}

function withTotals({ rules, rounds }, { members, counted }) {
  const seats = members.map(({ id }) => id);
  const ids = counted.map(({ id }) => id);
  const changes = rounds.map((played) => changeIn(rules, played, ids));
  const returned = counted.flatMap(({ away }) => away).filter(({ until }) => until !== null);
  const returnPoints = (isThen) => sum(returned.filter(({ until }) => isThen(until)).map(({ points }) => points));

  const history = [sum(counted.map(({ start }) => start))];
  changes.forEach((change, before) => {
    history.push(history[before] + (change ?? 0) + returnPoints((until) => until === before + 1));
  });
  history[rounds.length] += returnPoints((until) => until > rounds.length);
  return { seats, total: history[rounds.length], change: changes.at(-1) ?? null, history };
}

// The change of a side's total by a round; null where none of its seats played it.
function changeIn(rules, played, seats) {
  const own = played.hands.filter(({ seat }) => seats.includes(seat));
  if (!own.length) return null;
  if (countsWins(rules)) return Number(winnersOf(played).some((seat) => seats.includes(seat)));
  return sum(own.map(({ points }) => points ?? 0));
}

// The winners of a round where wins are counted. GK4: of a blocked round the seats with the fewest cards; none where a
// hand was not counted.
function winnersOf({ out, hands }) {
  if (out !== null) return [out];
  if (hands.some(({ cards }) => cards === null)) return [];
  const fewest = Math.min(...hands.map(({ cards }) => cards));
  return hands.filter(({ cards }) => cards === fewest).map(({ seat }) => seat);
}

function rotationDealer({ rules, seats, rounds, first_dealers: cuts }, number) {
  // SP1, GS21: the pack is cut again for each block; the rotation does not continue across blocks.
  const block = rules.block === null ? 0 : Math.floor((number - 1) / rules.block);
  const opensBlock = rules.block === null ? number === 1 : (number - 1) % rules.block === 0;
  if (!opensBlock) return leftOf(rounds.at(-1).dealer, seats, number);
  const cut = cuts[block] ?? null;
  const isPlaying = seats.some((seat) => seat.id === cut && plays(seat, number));
  return cut === null || isPlaying ? cut : leftOf(cut, seats, number);
}

// The next seat clockwise that plays the round; the seat itself need not play it.
function leftOf(id, seats, number) {
  const here = seats.findIndex((seat) => seat.id === id);
  if (here < 0) return null;
  const turn = [...seats.slice(here + 1), ...seats.slice(0, here + 1)];
  return turn.find((seat) => plays(seat, number))?.id ?? null;
}

export function plays({ joined, away }, number) {
  return number >= joined && !away.some(({ since, until }) => since <= number && (until === null || number < until));
}

// A side has left when all its seats have.
function hasLeft({ members }) {
  return members.every(({ away }) => away.some(({ until }) => until === null));
}

function countsWins({ tally }) {
  return tally === "wins";
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
