import { describe, expect, it } from 'vitest';
import { imageFile, imageFolder, variantsOf } from './image.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const link = (width: number) => `https://waybill.example${imageFolder('waybill')}${imageFile(KEY, width)}`;

describe('the variants of an image', () => {
  it('are all narrower ones and itself', () => {
    expect(variantsOf(link(1600))).toEqual([
      { url: link(320), width: 320 },
      { url: link(640), width: 640 },
      { url: link(1280), width: 1280 },
      { url: link(1600), width: 1600 },
    ]);
    expect(variantsOf(link(640))).toEqual([
      { url: link(320), width: 320 },
      { url: link(640), width: 640 },
    ]);
    expect(variantsOf(link(12))).toEqual([{ url: link(12), width: 12 }]);
  });

  it('are not guessed for an image of another host or of another shape', () => {
    for (const other of [
      'https://res.cloudinary.com/demo/image/upload/v1/sample.jpg',
      `https://waybill.example/v1_1/waybill/image/${KEY}.webp`,
      `https://waybill.example/v1_1/waybill/image/${KEY}-0.webp`,
      `https://waybill.example/v1_1/waybill/image/${KEY.toUpperCase()}-640.webp`,
      `${link(640)}?size=1`,
      'nonsense',
      '',
    ])
      expect(variantsOf(other), other).toEqual([]);
  });
});
