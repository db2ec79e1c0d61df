/** A row that this version of the app cannot parse. It never blocks others. */
export interface UnreadableRow {
  sequence: number;
  state: 'unreadable';
  /** Its key, if readable. */
  opId: string | null;
  /** Its owner, if readable. */
  userId: string | null;
  /** Of a kind that only a newer version of the app knows: kept until that version sends it. */
  needsUpdate: boolean;
}
