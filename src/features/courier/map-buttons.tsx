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

function useMapChoice() {
  const [chosen, setChosen] = useState(() => localStore.getItem(KEY) ?? '');
  const [isAsking, setAsking] = useState(false);

  function choose(name: string) {
    localStore.setItem(KEY, name);
    setChosen(name);
    setAsking(false);
  }

  const dialog = (
    <Dialog open={isAsking} onClose={() => setAsking(false)} title="Which map?">
      <DialogBody className="grid gap-3">
        {Object.entries(MAPS).map(([name, { label }]) => (
          <BigButton key={name} onClick={() => choose(name)}>
            {label}
          </BigButton>
        ))}
      </DialogBody>
    </Dialog>
  );
  return { map: MAPS[chosen], ask: () => setAsking(true), dialog };
}

export function NavigateButton({ address }: { address: string }) {
  const { map, ask, dialog } = useMapChoice();
  return (
    <>
      {map ? (
        <BigLink to={map.linkTo(encodeURIComponent(address))} icon="navigation">
          Navigate
        </BigLink>
      ) : (
        <BigButton icon="navigation" onClick={ask}>
          Navigate
        </BigButton>
      )}
      {dialog}
    </>
  );
}

export function ChangeMapButton() {
  const { map, ask, dialog } = useMapChoice();
  if (!map) return null;
  return (
    <>
      <BigButton icon="navigation" onClick={ask}>
        Map: {map.label}
      </BigButton>
      {dialog}
    </>
  );
}
