/** A file of the app itself. The worker has it offline. */
export const readBuiltFile = async (url: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(url)).arrayBuffer());
