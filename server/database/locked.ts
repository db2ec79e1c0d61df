declare const locked: unique symbol;

/** A row that this transaction has locked until it ends: only reads that lock a row return it as this. */
export type Locked<Row> = Row & { readonly [locked]: true };
