/*
 * What the prompts of the benchmark are made of. They stay as they are, so that runs of different days compare; and nothing
 * in them is an attack, a value or an address, so that every proxy lets every request through.
 */

export const SENTENCES: readonly string[] = `
The harbour lay quiet when the first boats came in, and nobody on the pier had slept much.
Most of the apples were picked before the frost, and what was left went to the pigs.
She had worked at the library for nineteen years without once raising her voice.
In practice, the new timetable saves about four minutes a day.
Could you summarise what the committee agreed on, in two short paragraphs?
If the dough feels sticky, add a spoonful of flour and wait for a quarter of an hour.
The river had moved twice since the map was drawn.
Prices rose again in spring, mostly for bread, oil and rent.
Our neighbours have two dogs, one of which is afraid of thunder.
Every autumn the school puts on a play, and every autumn somebody forgets the second act.
The bridge was built by people who did not expect trucks.
Please bring warm clothes, since the hall cannot be heated properly.
What the report leaves out is how long the repairs will take.
I would like a table that compares the three offers by price, length and noise.
They painted the fence green, then white, then green again.
The company sold its bicycles division and kept the name.
There is a small bakery behind the church that opens early in the morning.
Two of the windows face the garden; the third one faces a wall.
Historians still argue about the date of the fire.
Explain to a ten-year-old why the beans take longer in the mountains.
Volunteers meet on the first Thursday of each month.
You can see the old railway from the top of the hill.
The factory makes buttons, zips and, lately, surgical masks.
The tenants' association has a meeting room with a leaking tap.
An hour later the lights came back and the film went on.
We counted the votes twice and got two results.
Snow fell on the passes, and the buses turned round.
In the end the simplest plan won, as it often does.
Somebody has to feed the hens while we are away.
Wool is washed cold and dried flat, never in the sun.
The guide spoke quickly and pointed at everything.
Write it so that somebody who joins next week understands what was decided and why.
A function that does two things should be two functions, unless they always happen together.
The tests pass on my machine but take twice as long on the build server.
Before the meeting, the figures for the third quarter were corrected by hand.
The museum's east wing is closed until further notice.
`
  .trim()
  .split('\n');

export const CODE: readonly string[] = [
  `export const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string) => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};
`,
  `def moving_average(values, width):
    """Mean of each window of \`width\` neighbours."""
    total = sum(values[:width])
    result = [total / width]
    for left, right in zip(values, values[width:]):
        total += right - left
        result.append(total / width)
    return result
`,
  `func Merge(a, b []int) []int {
	out := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}
`,
  `select region, count(*) as orders, round(avg(total), 2) as mean
from orders
join customers on customers.id = orders.customer
where placed >= date '2026-01-01'
group by region
order by orders desc
limit 20;
`,
];

export const TABLE_ROWS: readonly string[] = `
| harbour | 14 | 3.5 | open |
| library | 9 | 12.0 | closed on Mondays |
| museum | 31 | 7.25 | east wing closed |
| bakery | 4 | 1.1 | open |
| railway | 22 | 18.4 | under repair |
| school | 17 | 2.0 | holidays |
| factory | 58 | 40.5 | two shifts |
| garden | 6 | 0.8 | open until dusk |
`
  .trim()
  .split('\n');

/** Of equal length, so that one takes another's place in a request without moving anything. */
export const FIVE_LETTERS: readonly string[] =
  'maple river stone cloud green table house paper light water music glass chair bread field apple ocean plant north tower wheel spoon night world brick ferry lemon tulip cabin grain pearl straw'.split(
    ' ',
  );
