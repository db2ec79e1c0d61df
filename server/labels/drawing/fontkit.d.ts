declare module 'fontkit' {
  interface Font {
    postscriptName: string;
    characterSet: number[];
    unitsPerEm: number;
    layout(text: string): {
      advanceWidth: number;
      glyphs: {
        path: {
          commands: { command: string; args: number[] }[];
          bbox: { minX: number; minY: number; maxX: number; maxY: number };
          toSVG(): string;
        };
      }[];
      positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    };
  }
  export function create(bytes: Uint8Array): Font | { fonts: Font[] };
}
