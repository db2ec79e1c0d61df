import { calibratedDays, ORDINARY, simulateRuns, UNORDERED } from '../../support/simulated-days.ts';
import { absoluteRow, type Figure } from '../figure.ts';

const RUNS = 500;

/** How many deliveries fell inside the window that their receivers saw. */
export const windows: Figure = {
  name: 'windows',
  async measure() {
    const runs = simulateRuns(RUNS, ORDINARY);
    const rows = [30, 60, 120].map((minutes) => {
      const { shown, share, width } = calibratedDays(runs, minutes);
      const what = `Deliveries inside the window shown ${minutes} minutes before, ${RUNS} simulated runs`;
      const comparedWith = `${shown} windows, half of them up to ${width} minutes`;
      return absoluteRow({
        what,
        value: share * 100,
        unit: ' %',
        comparedWith,
        limit: { atLeast: minutes === 60 ? 90 : 85 },
      });
    });
    const { nights } = calibratedDays(simulateRuns(100, UNORDERED), 60);
    const off = nights.filter(({ isOn }) => !isOn).length;
    const what = 'Nights with the windows switched off, of 10 while nobody keeps to the order';
    return [...rows, absoluteRow({ what, value: off, unit: '', limit: { atLeast: 10 } })];
  },
};
