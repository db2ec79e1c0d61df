import type { ReactNode } from 'react';

/** A name, an address or an ID, which browsers must not translate. */
export const Verbatim = ({ children }: { children: ReactNode }) => <span translate="no">{children}</span>;
