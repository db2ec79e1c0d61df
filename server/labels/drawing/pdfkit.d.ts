declare namespace PDFKit {
  interface PDFDocument {
    /** The catalog. With `displayTitle` it has preferences. */
    _root: { data: { ViewerPreferences: { data: Record<string, string | boolean> } } };
  }
}
