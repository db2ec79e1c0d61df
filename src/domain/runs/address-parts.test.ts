import { expect, test } from 'vitest';
import { addressParts } from './address-parts.ts';

test.for<[address: string, postcode: string, street: string, house: number | null]>([
  ['12 Kirkstall Road, Leeds LS10 1AB', 'LS101AB', 'ls10\nkirkstall road', 12],
  ['Flat 3, 12b Kirkstall Rd., Leeds ls101ab', 'LS101AB', 'ls10\nkirkstall rd', 12],
  ['Linnégatan 8 lgh 1101, 413 04 Gothenburg', '41304', '413\nlinnégatan', 8],
  ['Damrak 210-II, 1012 AB Amsterdam', '1012AB', '1012\ndamrak', 210],
  ['1200 Main Street\nPortland, OR 97201', '97201', '97201\nmain street', 1200],
  ['220 5th Avenue, New York, NY 10001-7708', '100017708', '10001\n5th avenue', 220],
  ['Storgatan 2, Oslo', '', 'oslo\nstorgatan', 2],
  ['Gut Rosenhof, 12345 Dorf', '12345', '12345\ngut rosenhof', null],
  ['Storgatan 2', '', '', 2],
  ['', '', '', null],
])('“%s” has the postcode “%s”', ([address, postcode, street, house]) => {
  expect(addressParts(address)).toEqual({ postcode, street, house });
});
