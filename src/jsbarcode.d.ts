declare module 'jsbarcode/src/barcodes/CODE128/CODE128B.js' {
  // biome-ignore lint/style/noDefaultExport: the package exports it this way
  export default class {
    constructor(text: string, options: object);
    /** 1: a dark module. */
    encode(): { text: string; data: string };
  }
}
