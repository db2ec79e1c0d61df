/**
 * The one encoder the app takes from JsBarcode: code set B of Code 128, without its DOM and canvas.
 */
declare module 'jsbarcode/src/barcodes/CODE128/CODE128B.js' {
  // biome-ignore lint/style/noDefaultExport: the package exports it this way
  export default class {
    constructor(text: string, options: object);
    /** `data`: a 1 for each dark module and a 0 for each light one. */
    encode(): { text: string; data: string };
  }
}
