import { describe, expect, it } from 'vitest';
import { ABOUT_RADIUS, decidePlace, isAbout, type KnownPlaces, metresBetween } from './places.ts';
import { swappedSentence } from './reach.ts';

const at = (lat: number, lng: number) => ({ lat, lng });
const nothing: KnownPlaces = { learned: null, given: null, file: null, geocoded: null, street: [], postcode: null };
const door = (house: number | null, lat: number, lng = 12) => ({ house, ...at(lat, lng) });

describe('the place of a door', () => {
  it('is from the first source that knows', () => {
    const known: KnownPlaces = {
      learned: { ...at(1, 1), radius: 20 },
      given: { ...at(1.5, 1.5), radius: 50 },
      file: at(2, 2),
      geocoded: { ...at(3, 3), radius: 30 },
      street: [door(1, 4), door(5, 4.001)],
      postcode: { ...at(5, 5), radius: 200 },
    };
    const sources: string[] = [];
    const without = { ...known };
    for (const one of ['learned', 'given', 'geocoded', 'street', 'file', 'postcode'] as const) {
      sources.push(decidePlace(3, without)?.source ?? 'none');
      Object.assign(without, { [one]: nothing[one] });
    }
    expect([...sources, decidePlace(3, without)]).toEqual([
      ...['courier', 'given', 'geocoder', 'street-line', 'file', 'postcode'],
      null,
    ]);
  });

  it('is only about known from a postcode', () => {
    const postcode = { ...at(5, 5), radius: ABOUT_RADIUS };
    const places = [{ file: at(2, 2) }, { postcode }, { learned: { ...at(1, 1), radius: 25 } }];
    const found = places.map((known) => decidePlace(3, { ...nothing, ...known }));
    expect(found.map((place) => place && isAbout(place))).toEqual([true, true, false]);
  });

  it('lies between known numbers, on its own side of the street', () => {
    const street = [door(2, 57.01), door(10, 57.02), door(1, 57.03), door(9, 57.04)];
    expect(decidePlace(6, { ...nothing, street })).toMatchObject({ lat: 57.015, lng: 12, source: 'street-line' });
    expect(decidePlace(5, { ...nothing, street })?.lat).toBeCloseTo(57.035);
    // Only the other side has numbers around it.
    const other = [door(2, 57.01), door(10, 57.02), door(1, 57.03)];
    expect(decidePlace(6, { ...nothing, street: other })?.lat).toBeCloseTo(57.015);
  });

  it('is in the middle of the street far beyond its known numbers', () => {
    const street = [door(2, 57.01), door(4, 57.011), door(null, 57.012)];
    expect(decidePlace(6, { ...nothing, street })?.lat).toBeCloseTo(57.012);
    for (const house of [null, 8]) {
      expect(decidePlace(house, { ...nothing, street })).toMatchObject({ lat: 57.011, lng: 12, source: 'street' });
    }
  });

  it('is not told by two streets of one name', () => {
    const street = [door(2, 57), door(4, 58)];
    expect(decidePlace(3, { ...nothing, street })).toBeNull();
  });
});

it('coordinates seem swapped only if the other way round they are near', () => {
  const depot = at(57.7, 11.97);
  expect(swappedSentence(depot, at(11.9, 57.71))).toMatch(/^Latitude and longitude seem to be swapped: this is \d+ km/);
  for (const right of [at(57.71, 11.9), at(60.17, 24.94), at(11.9, 0)])
    expect(swappedSentence(depot, right)).toBeNull();
  expect(swappedSentence(undefined, at(11.9, 57.71))).toBeNull();
});

it('distances are in metres', () => {
  expect(metresBetween(at(57.7089, 11.9746), at(59.3293, 18.0686))).toBeCloseTo(397_000, -4);
  expect(metresBetween(at(57, 12), at(57, 12))).toBe(0);
});
