/** The issues of the project in the order they are built, each by its title before the colon. */
export const ISSUES = [
  'A parcel travels',
  'A parcel is seen',
  'People',
  "The customer's desk",
  "The manager's desk",
  'Offline and installed',
] as const;
export type Issue = (typeof ISSUES)[number];

/** Move this on when the next issue is built: from then on its rows need a test. */
export const CURRENT_ISSUE: Issue = "The manager's desk";

/** What the specification says, literally; `{…}` stands for what differs each time. */
export interface Said {
  what: string;
  /**
   * How the test has it, where that is another literal: `what` with its `{…}` filled in, a
   * constant's value, a name.
   */
  as?: string | number;
  /**
   * A further literal, or the name of a constant, that must stand beside it: in the same
   * expectation or table row.
   */
  of?: string;
}

/** Shown by a test file, or still to be built by a later issue. */
export type Evidence = { shownBy: string } | { issue: Issue };

export type Row = { section: string } & Said & Evidence;

/**
 * Rows that share a section and an evidence, so that the lists below read like the specification.
 */
export type Group = { section: string; of?: string; says: (string | Said)[] } & Evidence;

export function rowsOf(groups: readonly Group[]): Row[] {
  return groups.flatMap(({ says, ...group }) =>
    says.map((said) => ({ ...group, ...(typeof said === 'string' ? { what: said } : said) })),
  );
}
