const OUR_FAULT =
  /^timeout: |bad_alloc|(?:out of|insufficient|not enough|no) memory|memory allocation (?:error|failed)|(?:unable|failed|not|n't) (?:to )?allocate/i;

/** The AVIF decoder reports them as failed allocations. */
const LIMIT_OF_DECODER = /security limit/i;

/** @throws The error itself if the image is not at fault. */
export function refusalOf(error: unknown): 'size' | 'damaged' {
  if (!(error instanceof Error)) throw error;
  // biome-ignore lint/plugin/sentences: sharp gives its errors no code
  if (OUR_FAULT.test(error.message) && !LIMIT_OF_DECODER.test(error.message)) throw error;
  // biome-ignore lint/plugin/sentences: sharp gives its errors no code
  return /pixel limit/.test(error.message) ? 'size' : 'damaged';
}
