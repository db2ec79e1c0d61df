import { useState } from 'react';

const KEY = 'balance-hidden';

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}

/** Whether the balance is shown: a preference of this device, shown unless it was hidden (specification section 4). */
export function useBalanceShown(): [boolean, () => void] {
  const [isShown, setShown] = useState(read);
  const toggle = () => {
    if (isShown) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
    setShown(!isShown);
  };
  return [isShown, toggle];
}
