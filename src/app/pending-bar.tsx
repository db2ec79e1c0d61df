import { useNavigation } from 'react-router-dom';

/** drawn.css delays it by 150 ms. */
export function PendingBar() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="pending-bar" aria-hidden="true" />;
}
