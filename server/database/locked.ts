declare const locked: unique symbol;

/** Only reads that lock a row until the transaction ends return this. */
export type Locked<Row> = Row & { readonly [locked]: true };
