/** A row of the outbox as every version so far has stored it. */
export const storedRowOf = (userId: string, procedure: string, input: object, details: object = {}) => ({
  opId: crypto.randomUUID(),
  userId,
  procedure,
  occurredAt: new Date().toISOString(),
  notBefore: null,
  after: null,
  clockOffset: 0,
  state: 'waiting',
  isOpen: false,
  problem: null,
  trackingId: 'W48207K159XQ',
  input,
  ...details,
});
