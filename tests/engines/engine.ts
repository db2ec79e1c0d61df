import type { Tab } from './tab.ts';

/** A browser with an empty profile. Closing it deletes what it has stored. */
export interface Device {
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** Starts with nothing stored; `base` is the app's address. */
  newDevice(base: string): Promise<Device>;
  close(): Promise<void>;
}
