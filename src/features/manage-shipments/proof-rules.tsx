import { paths } from '../../domain/paths.ts';
import { formatProof, policyOf } from '../../domain/runs/proof-policy.ts';
import type { ManagedShipment } from '../../domain/shipment.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** The shipment's own rules (null: none) override the brand's. */
export const proofRulesOf = ({ proof, brandProof }: ManagedShipment) => ({
  own: proof,
  brand: brandProof,
  current: policyOf(proof, brandProof),
});

export function ProofRules({ shipment }: { shipment: ManagedShipment }) {
  const { own, current } = proofRulesOf(shipment);
  return (
    <>
      {formatProof(current)}
      {own && <span className="second-line">Only for this shipment</span>}
      <span className="flex -ml-[14px] mt-1">
        <ButtonLink
          small
          variant="quiet"
          className="px-[12px]"
          to={paths.manageShipment(shipment.id, { view: 'proof' })}
          replace
          preventScrollReset
          aria-label="Change proof of delivery"
        >
          Change
        </ButtonLink>
      </span>
    </>
  );
}
