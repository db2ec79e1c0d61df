import { useState } from 'react';
import { localStore } from '../../browser/web-storage.ts';
import { BigButton, BigLink } from '../../ui/big-button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog/dialog.tsx';

const MAPS: Record<string, { label: string; linkTo: (address: string) => string }> = {
  geo: { label: 'This device’s map', linkTo: (address) => `geo:0,0?q=${address}` },
  apple: { label: 'Apple Maps', linkTo: (address) => `https://maps.apple.com/?daddr=${address}` },
  google: {
    label: 'Google Maps',
    linkTo: (address) => `https://www.google.com/maps/dir/?api=1&destination=${address}`,
  },
  waze: { label: 'Waze', linkTo: (address) => `https://waze.com/ul?q=${address}&navigate=yes` },
};

const KEY = 'map';

/** Opens the way to an address in a map, which is chosen once. */
export function NavigateButton({ address }: { address: string }) {
  const [chosen, setChosen] = useState(() => localStore.getItem(KEY) ?? '');
  const [isChoosing, setChoosing] = useState(false);
  const map = MAPS[chosen];

  function choose(name: string) {
    localStore.setItem(KEY, name);
    setChosen(name);
    setChoosing(false);
  }

  return (
    <>
      {map ? (
        <BigLink to={map.linkTo(encodeURIComponent(address))} icon="navigation">
          Navigate
        </BigLink>
      ) : (
        <BigButton icon="navigation" onClick={() => setChoosing(true)}>
          Navigate
        </BigButton>
      )}
      <Dialog open={isChoosing} onClose={() => setChoosing(false)} title="Which map?">
        <DialogBody className="grid gap-3">
          {Object.entries(MAPS).map(([name, { label }]) => (
            <BigButton key={name} onClick={() => choose(name)}>
              {label}
            </BigButton>
          ))}
        </DialogBody>
      </Dialog>
    </>
  );
}
