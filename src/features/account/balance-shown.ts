import { useState } from 'react';
import { localStore } from '../../browser/web-storage.ts';

const KEY = 'balance-hidden';

const read = () => localStore.getItem(KEY) === null;

/**
 * Whether the balance is shown; stored on this device, shown by default (specification section 4).
 */
export function useBalanceShown(): [boolean, () => void] {
  const [isShown, setShown] = useState(read);
  const toggle = () => {
    if (isShown) localStore.setItem(KEY, '1');
    else localStore.removeItem(KEY);
    setShown(!isShown);
  };
  return [isShown, toggle];
}
