/** This version cannot parse it. It never blocks others. */
export interface UnreadableRow {
  sequence: number;
  state: 'unreadable';
  opId: string | null;
  userId: string | null;
  /** Kept until a newer version of the app sends it. */
  needsUpdate: boolean;
}
