import { useState } from 'react';
import { localStore } from '../../browser/web-storage.ts';

const STORAGE_KEY = 'balance-hidden';

const readIsShown = () => localStore.getItem(STORAGE_KEY) === null;

/** Specification section 4. */
export function useBalanceVisibility(): [boolean, () => void] {
  const [isShown, setShown] = useState(readIsShown);
  const toggle = () => {
    if (isShown) localStore.setItem(STORAGE_KEY, '1');
    else localStore.removeItem(STORAGE_KEY);
    setShown(!isShown);
  };
  return [isShown, toggle];
}
