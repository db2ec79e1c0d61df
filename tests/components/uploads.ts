/** The image host: takes what is uploaded, which goes neither through tRPC nor through `fetch`. */
import { onTestFinished, vi } from 'vitest';

export interface SentImage {
  name: string;
  fields: string[];
  file: File;
}

/** Serves uploads of images. `store` returns a link; what it throws is the host's reason to reject the image. */
export function receiveImages(store: (image: SentImage) => string | Promise<string>): SentImage[] {
  const sent: SentImage[] = [];
  class Upload {
    upload: Pick<XMLHttpRequestUpload, 'onprogress'> = { onprogress: null };
    status = 0;
    responseText = '';
    onload = () => undefined;
    onloadend = () => undefined;
    onabort = () => undefined;
    open() {
      // Every address is the host's.
    }
    setRequestHeader() {
      // Nobody looks.
    }
    abort() {
      this.onabort();
      this.onloadend();
    }
    async send(form: FormData) {
      const file = form.get('file') as File;
      const image = { name: file.name, fields: [...form.keys()], file };
      sent.push(image);
      const answer = await Promise.resolve(image)
        .then(store)
        .then(
          (secure_url) => ({ status: 200, body: { secure_url } }),
          ({ message }: Error) => ({ status: 400, body: { error: { message } } }),
        );
      this.status = answer.status;
      this.responseText = JSON.stringify(answer.body);
      this.onload();
      this.onloadend();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  onTestFinished(() => void vi.unstubAllGlobals());
  return sent;
}
