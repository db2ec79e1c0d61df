import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

export function TorchButton({ setLight }: { setLight: (isOn: boolean) => Promise<void> }) {
  const [isOn, setOn] = useState(false);

  async function toggle() {
    try {
      await setLight(!isOn);
      setOn(!isOn);
    } catch {
      // The torch isn't available.
    }
  }

  return (
    <Button icon="flashlight" aria-pressed={isOn} className={isOn ? 'bg-ink! text-paper!' : ''} onClick={toggle}>
      Light
    </Button>
  );
}
