import type { ReactNode } from 'react';

/** For names, addresses and IDs, which browsers must not translate. */
export const Verbatim = ({ children }: { children: ReactNode }) => <span translate="no">{children}</span>;
