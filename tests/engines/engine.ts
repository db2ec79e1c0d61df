import type { Tab } from './tab.ts';

/** A browser on a device of its own, which keeps what it is given until it is closed. */
export interface Device {
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** A device on which nobody has been yet. */
  newDevice(base: string): Promise<Device>;
  close(): Promise<void>;
}
