import { type ComponentType, lazy } from 'react';

/** A component that is loaded when it is first shown, from a file with named exports. */
export const lazyNamed = <Name extends string, Props>(
  load: () => Promise<{ [Key in Name]: ComponentType<Props> }>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
