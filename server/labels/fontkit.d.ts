declare module 'fontkit' {
  interface Font {
    postscriptName: string;
    /** Code points. */
    characterSet: number[];
  }
  export function create(bytes: Uint8Array): Font | { fonts: Font[] };
}
