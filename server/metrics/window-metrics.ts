import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../base/database/client.ts';
import { findCalibration } from '../runs/store/windows.ts';

export function registerWindowMetrics(registry: Registry, db: Database): void {
  const latest = () => findCalibration(db).catch(() => null);
  const registers = [registry];
  new Gauge({
    name: 'waybill_delivery_windows_held_ratio',
    help: 'Share of the last deliveries that came within the time shown an hour before',
    registers,
    async collect() {
      const calibration = await latest();
      if (calibration?.share != null) this.set(calibration.share);
    },
  });
  new Gauge({
    name: 'waybill_delivery_windows_shown',
    help: 'Whether receivers see such times: 0 while too few hold',
    registers,
    async collect() {
      const calibration = await latest();
      if (calibration) this.set(Number(calibration.isOn));
    },
  });
}
