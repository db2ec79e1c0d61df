import { SERVER } from '../../../server/build.ts';
import { lookUps, mutation } from '../call.ts';
import { type Figure, ratioRow } from '../figure.ts';
import { measureInterleaved, median, medianRatio } from '../measure-interleaved.ts';
import { emailOf } from '../parcels.ts';

const ROUNDS = 4;
const SECONDS = 4;
const AT_ONCE = 200;
/** More than are answered in all rounds together. */
const KNOWN = 4_800;

/** Lookups while two hundred people sign in repeatedly, each from a separate address. */
export const logins: Figure = {
  name: 'logins',
  async measure(workshop) {
    const { url, nextIds, password } = await workshop.parcels(100_000);
    const environment = { DATABASE_URL: url, TRUSTED_PROXIES: 'loopback' };
    const server = await workshop.start(SERVER, environment);
    const visitors = () => ({ connections: 32, seconds: SECONDS, requests: lookUps(nextIds()) });
    let round = 0;
    const rush = () => {
      round += 1;
      return {
        connections: AT_ONCE,
        seconds: SECONDS + 1,
        // Two cores make some fifty hashes a second: anyone who would wait too long is sent away.
        mayRefuse: true,
        requests: Array.from({ length: KNOWN }, (_, index) =>
          mutation(
            'auth.login',
            { email: emailOf(3 + index), password },
            { 'x-forwarded-for': `10.${round}.${index >> 8}.${index & 255}` },
          ),
        ),
      };
    };
    await workshop.load(server, visitors());
    const { rushed, idle } = await measureInterleaved(ROUNDS, {
      rushed: async () => {
        const signingIn = workshop.load(server, rush());
        const { p99 } = await workshop.load(server, visitors());
        await signingIn;
        return p99;
      },
      idle: async () => (await workshop.load(server, visitors())).p99,
    });
    await server.stop();
    return [
      ratioRow({
        what: 'Look-up p99 during 200 concurrent logins',
        ours: `${median(rushed).toFixed(1)} ms`,
        comparedWith: `${median(idle).toFixed(1)} ms without`,
        ratio: medianRatio(rushed, idle),
        limit: { atMost: 3 },
        explain: () => workshop.profile('logins', environment, { ...rush(), seconds: SECONDS }),
      }),
    ];
  },
};
