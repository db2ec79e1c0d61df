import { useNavigation } from 'react-router-dom';

/** Shows that a page is loading; drawn.css delays it by 150 ms. Silent for screen readers. */
export function PendingBar() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="pending-bar" aria-hidden="true" />;
}
