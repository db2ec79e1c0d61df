import { type ComponentType, useEffect, useState } from 'react';
import { useAskedProof } from '../../api/calls/proof.ts';
import { loadOptional } from '../../browser/loading/load-optional.ts';

type Answer = (isProved: boolean) => void;

/** Shows the dialog that asks again who it is, over whatever the call came from. */
export function ProofKeeper() {
  const answer = useAskedProof();
  const [Dialog, setDialog] = useState<ComponentType<{ onDone: Answer }> | null>(null);
  useEffect(() => {
    if (!answer || Dialog) return;
    void loadOptional(() => import('../../features/session/proof-dialog.tsx')).then((loaded) => {
      if (loaded) setDialog(() => loaded.ProofDialog);
      else answer(false);
    });
  }, [answer, Dialog]);
  return answer && Dialog ? <Dialog onDone={answer} /> : null;
}
