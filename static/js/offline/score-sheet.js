// Computes the standings and the next deal of a table without the server, as hand.py, gains.py, elimination.py,
// standings.py and deal.py of game/scoring/ do; tests/golden/score_sheets.json tests both. Used by other modules.
// views/offline/board_json.py describes the format of `sheet`, and which of its keys may be missing.

// The points of the cards left in a hand; null where the table counts wins.
export function pointsOf(cards, rules) {
  if (countsWins(rules)) return null;
  return sum(Object.entries(cards).map(([key, count]) => rules.points[key] * count));
}

// All sides, best first. A side is a seat or the seats of a team, with the points of the seats they took over; a seat
// that was taken over is a side of its own that has left. Equal sides are in seat order and share a rank (1, 2, 2, 4);
// sides that left are last with rank null. history: the total before the first round and after each round; change: by
// the last round, null where the side did not play it; eliminated: its last round, missing if it is not eliminated.
export function standings(sheet) {
  const { rules, rounds } = sheet;
  const gains = rounds.map((played) => gainsOf(rules, played));
  const sides = sidesOf(rules, withEliminations(sheet));
  const here = sides
    .filter((side) => !hasLeft(side))
    .map((side) => withTotals(rules, gains, side))
    .sort((one, other) => compare(rules, one, other));
  const left = sides.filter(hasLeft).map((side) => withTotals(rules, gains, side));
  const rankOf = (side) => 1 + here.findIndex((other) => compare(rules, side, other) === 0);
  return [
    ...here.map((side) => ({ ...side, rank: rankOf(side), leads: rankOf(side) === 1 })),
    ...left.map((side) => ({ ...side, rank: null, leads: false })),
  ];
}

// The deal after the rounds played; dealer and leader are null before the cut that decides them. handSize: 0 where it
// is not recorded.
export function nextDeal(sheet) {
  const { rules, rounds, chosen } = sheet;
  const seats = withEliminations(sheet);
  const number = rounds.length + 1;
  const dealer = chosen ?? rotationDealer({ ...sheet, seats }, number);
  return {
    number,
    handSize: rules.hand_sizes[(number - 1) % rules.hand_sizes.length] ?? 0,
    dealer,
    leader: dealer === null ? null : leftOf(dealer, seats, number),
  };
}

// Whether all rounds are played, a side has reached the total that ends the session, or no more than one is left that
// is not eliminated.
export function isOver(sheet) {
  const { rules, rounds } = sheet;
  if (isPlayedOut(sheet)) return true;
  if (!rounds.length) return false;
  const ranked = standings(sheet).filter(({ rank }) => rank !== null);
  if (rules.eliminate_at && ranked.filter(({ eliminated }) => !eliminated).length <= 1) return true;
  return rules.first_to !== null && isReached(rules, ranked);
}

// Whether all planned rounds are played.
export function isPlayedOut({ rules, rounds }) {
  return rules.rounds !== null && rounds.length >= rules.rounds;
}

// The seats that play a round, clockwise.
export function playing(sheet, number) {
  return withEliminations(sheet).filter((seat) => plays(seat, number));
}

// Whether each round has a seat that went out, or won.
export function hasRoundWinner(rules) {
  return Boolean(rules.collects) || rules.entry !== "typed" || countsWins(rules);
}

// What a round adds to the total of each seat that played it: points, a place, or 1 for a round won.
export function gainsOf(rules, played) {
  const { hands } = played;
  if (countsWins(rules)) {
    const winners = winnersOf(played);
    return new Map(hands.map(({ seat }) => [seat, Number(winners.includes(seat))]));
  }
  if (rules.collects) return collected(rules, played);
  return new Map(hands.map(({ seat, points }) => [seat, points ?? 0]));
}

// One seat gains the points of the other hands.
function collected({ blocked }, { out, hands }) {
  const gains = new Map(hands.map(({ seat }) => [seat, 0]));
  if (out !== null) {
    gains.set(out, sum(hands.filter(({ seat }) => seat !== out).map(({ points }) => points ?? 0)));
  } else if (blocked === "difference" && hands.every(({ points }) => points !== null)) {
    const lowest = Math.min(...hands.map(({ points }) => points));
    const collectors = hands.filter(({ points }) => points === lowest);
    const difference = sum(hands.map(({ points }) => points - lowest));
    for (const { seat } of collectors) gains.set(seat, Math.floor(difference / collectors.length));
  }
  return gains;
}

// The seats; `eliminated` is the last round of those that are eliminated: the last one that their side played, if its
// total is then too high.
function withEliminations({ rules, seats, rounds }) {
  if (!rules.eliminate_at) return seats;
  const gains = rounds.map((played) => gainsOf(rules, played));
  return seats.map((seat) => {
    const sharing = sharingWith(seat, seats);
    const changes = gains.map((each) => gainOf(rules, each, sharing));
    const before = sharing.map(({ start }) => start);
    const added = addedTo(sharing).map(({ points }) => points);
    const total = sum([...before, ...added, ...changes.map((change) => change ?? 0)]);
    const last = changes.findLastIndex((change) => change !== null) + 1;
    return last && total >= rules.eliminate_at ? { ...seat, eliminated: last } : seat;
  });
}

// A side that lasts longer is ahead, then the better total; 0 where the sides share a rank.
function compare(rules, one, other) {
  const lastRound = ({ eliminated }) => eliminated ?? Number.MAX_SAFE_INTEGER;
  const order = countsWins(rules) || rules.highest_wins ? -1 : 1;
  return lastRound(other) - lastRound(one) || order * (one.total - other.total);
}

// Whether a side has reached the target and, if ties are played on, one side leads alone.
function isReached({ first_to: target, tie }, ranked) {
  if (!ranked.some(({ total }) => total >= target)) return false;
  return tie !== "play_on" || ranked.filter(({ leads }) => leads).length === 1;
}

// members: the seats of a side; counted: all seats whose points are in its total.
function sidesOf(rules, seats) {
  const sides = new Map();
  for (const seat of seats) {
    const sharing = sharingWith(seat, seats);
    const isTakenOver = holderOf(sharing) !== seat;
    const name = rules.teams && !isTakenOver && seat.team ? seat.team : seat; // without a team the seat is a side
    const side = sides.get(name) ?? { members: [], counted: [] };
    side.members.push(seat);
    side.counted.push(...(isTakenOver ? [seat] : sharing));
    sides.set(name, side);
  }
  return [...sides.values()];
}

// The seats that share a total with a seat, itself included.
export function sharingWith(seat, seats) {
  return seats.filter((other) => (other.origin ?? other.id) === (seat.origin ?? seat.id));
}

// Of seats that share a total: the one that plays, otherwise the one that left last.
function holderOf(sharing) {
  const leftIn = ({ away }) => away.find(({ until }) => until === null)?.since ?? Infinity;
  return sharing.toSorted((one, other) => leftIn(other) - leftIn(one) || other.joined - one.joined)[0];
}

function withTotals(rules, gains, { members, counted }) {
  const changes = gains.map((each) => gainOf(rules, each, counted));
  const added = addedTo(counted);
  const addedAt = (isThen) => sum(added.filter(({ at }) => isThen(at)).map(({ points }) => points));

  const history = [sum(counted.map(({ start }) => start)) + addedAt((at) => at === 0)];
  changes.forEach((change, before) => {
    history.push(history[before] + (change ?? 0) + addedAt((at) => at === before + 1));
  });
  history[gains.length] += addedAt((at) => at > gains.length);
  const [{ eliminated }] = members;
  const seats = members.map(({ id }) => id);
  return { seats, total: history[gains.length], change: changes.at(-1) ?? null, history, eliminated };
}

// Points that no round gave, on a return, bonus and penalty: `at` is the round whose total includes them, 0 for the
// start.
function addedTo(seats) {
  return seats.flatMap(({ away, adjustments = [] }) => [
    ...away.filter(({ until }) => until !== null).map(({ until, points }) => ({ at: until, points })),
    ...adjustments.map(({ after, points }) => ({ at: after, points })),
  ]);
}

// The gain of a side by a round; null where none of its seats played it. A team that wins a round wins it once.
function gainOf(rules, gains, seats) {
  const own = seats.filter(({ id }) => gains.has(id)).map(({ id }) => gains.get(id));
  if (!own.length) return null;
  return countsWins(rules) ? Math.max(...own) : sum(own);
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

function plays({ joined, away, eliminated }, number) {
  if (eliminated && number > eliminated) return false;
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
