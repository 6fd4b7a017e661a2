const MAX_OPEN_VALUES = 300;

/** A label whose values are not known beforehand, such as the id of an operator's rule; they are few all the same. */
export const OPEN = 'open';

/** Bounds what an open label costs: odd values, and those beyond the first few hundred, become `other`. */
const createOpenValues = (): ((value: string) => string) => {
  const seen = new Set<string>();
  return (value) => {
    if (seen.has(value)) return value;
    if (seen.size >= MAX_OPEN_VALUES || !/^[\w.:-]{1,64}$/.test(value)) return 'other';
    seen.add(value);
    return value;
  };
};

const asItIs = (value: string): string => value;

type Labels = Readonly<Record<string, string>>;

/** What belongs to one combination of labels; a level of the tree for each label. */
class Branch<Part> {
  readonly next = new Map<string, Branch<Part>>();
  part: Part | null = null;
}

/** Something of its own for each combination of labels, found without writing the labels out. */
export type Labelled<Part> = Readonly<{
  /** @param labels All of the labels, and nothing else. */
  of: (labels: Labels) => Part;
  /** In the order in which they were first asked for. */
  all: readonly Part[];
}>;

/** @param sets Each label with all its values, or `OPEN`. */
export const createLabelled = <Part>(
  sets: Readonly<Record<string, readonly string[] | typeof OPEN>>,
  make: (labels: Labels) => Part,
): Labelled<Part> => {
  const names = Object.entries(sets).map(
    ([name, values]) => [name, values === OPEN ? createOpenValues() : asItIs] as const,
  );
  // Two lists, since a dozen observations for each request take pairs apart for each of their labels.
  const labelNames = names.map(([name]) => name);
  const guards = names.map(([, guard]) => guard);
  const root = new Branch<Part>();
  const all: Part[] = [];

  const branchOf = (labels: Labels): Branch<Part> => {
    let branch = root;
    for (let i = 0; i < labelNames.length; i++) {
      const given = labels[labelNames[i] ?? ''] ?? '';
      const value = guards[i]?.(given) ?? given;
      let next = branch.next.get(value);
      if (next === undefined) {
        next = new Branch();
        branch.next.set(value, next);
      }
      branch = next;
    }
    return branch;
  };

  const makeFor = (labels: Labels): Part => {
    const part = make(Object.fromEntries(names.map(([name, guard]) => [name, guard(labels[name] ?? '')])));
    all.push(part);
    return part;
  };

  return {
    of: (labels) => {
      const branch = branchOf(labels);
      branch.part ??= makeFor(labels);
      return branch.part;
    },
    all,
  };
};
