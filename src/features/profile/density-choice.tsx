import { DENSITIES, setDensity, useDensity } from '../../browser/density.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';

/** Smaller screens have only one. */
export function DensityChoice() {
  const density = useDensity();
  return (
    <fieldset className="max-lg:hidden" aria-describedby="density-hint">
      <legend className="font-650">Density</legend>
      <p id="density-hint" className="field-hint">
        Automatic is compact with a mouse and roomy with a finger. This device remembers it.
      </p>
      <div className="row gap-x-5 gap-y-0">
        {DENSITIES.map((one) => (
          <Checkbox key={one} type="radio" name="density" checked={one === density} onChange={() => setDensity(one)}>
            {choiceLabel(one)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
