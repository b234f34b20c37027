import { ask } from './asking.ts';
import type { Suite } from './run.ts';

/** Defaults of the configuration, which the attacked server keeps. */
const maxPerAccount = 10;
const maxPerAddress = 100;

/** Guesses passwords by all names of an account, from one and from many addresses, while its owner signs in. */
export const guesses: Suite = {
  name: 'guesses',
  async attack({ place, random, tried, wrong }) {
    const [trusting, plain] = place.origins;
    const password = 'correct horse battery';
    let last = 0;
    const address = () => `198.51.${Math.floor(++last / 250) % 250}.${(last % 250) + 1}`;
    const login = async (origin: string, fields: object, from: string, cookie?: string) => {
      tried();
      const answer = await ask(origin, {
        method: 'POST',
        path: '/api/login',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...(cookie && { cookie }) },
        body: JSON.stringify(fields),
      });
      if (answer.status >= 500 || answer.status === 0)
        wrong(`a login: ${answer.status} ${answer.body.slice(0, 200)}`);
      return answer;
    };
    const namesOf = ({ email, username }: { email: string; username: string }) => [
      { email },
      { username },
      { email: email.toUpperCase() },
      { username: ` ${username.toUpperCase()} ` },
      { username: email },
    ];
    const wrongPassword = () => `wrong ${random.below(2 ** 30)}`;

    /** Number of guesses that were checked. */
    const guess = async (names: readonly object[], origins: readonly string[], isAtOnce: boolean) => {
      const statuses: number[] = [];
      const one = async (at: number) => {
        const fields = { ...names[at % names.length], password: wrongPassword() };
        statuses.push((await login(origins[at % origins.length]!, fields, address())).status);
      };
      const all = Array.from({ length: 3 * maxPerAccount }, (_, at) => at);
      if (isAtOnce) await Promise.all(all.map(one));
      else for (const at of all) await one(at);
      return statuses.filter((status) => status !== 429 && status !== 503).length;
    };

    const ways = [
      { what: 'from many addresses, one after the other', origins: [trusting], isAtOnce: false },
      { what: 'from many addresses, over two processes at once', origins: [trusting, plain], isAtOnce: true },
    ];
    for (const { what, origins, isAtOnce } of ways) {
      const owner = await place.on.someone();
      const stranger = { email: `nobody${last}@example.com`, username: `nobody${last}` };
      const looked = await guess(namesOf(owner), origins, isAtOnce);
      if (looked > maxPerAccount) wrong(`${looked} guesses at one account ${what}`);
      const unknown = await guess([{ email: stranger.email }], origins, isAtOnce);
      if (!isAtOnce && unknown !== looked)
        wrong(`guesses tell that an account exists: ${looked} for it, ${unknown} for nobody ${what}`);
      // Sent from the browser in which they signed up.
      const own = await login(trusting, { email: owner.email, password }, address(), owner.cookie);
      if (own.status !== 200)
        wrong(`the owner is locked out by guesses ${what}: ${own.status} ${own.body.slice(0, 200)}`);
      // Another person's cookie must not allow further guesses.
      const borrowed = await login(
        trusting,
        { email: owner.email, password },
        address(),
        place.people.person?.cookie,
      );
      if (borrowed.status === 200) wrong(`the browser of another lets guess on ${what}`);
    }

    // Without a trusted proxy all requests come from one address, whatever the header says.
    let looked = 0;
    for (let at = 0; at < maxPerAddress + 15; at += 1) {
      const { status } = await login(
        plain,
        { username: `nobody-at-all-${at}`, password: wrongPassword() },
        address(),
      );
      if (status !== 429 && status !== 503) looked += 1;
    }
    if (looked > maxPerAddress) wrong(`${looked} guesses from one address`);
    const elsewhere = await place.on.someone();
    const other = await login(trusting, { email: elsewhere.email, password }, address());
    if (other.status !== 200) wrong(`people of other addresses are locked out: ${other.status}`);
  },
};
