declare const locked: unique symbol;

export type Locked<Row> = Row & { readonly [locked]: true };
