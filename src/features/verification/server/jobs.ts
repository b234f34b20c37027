import { m } from '#i18n/generated/messages.js';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { SmsSender } from '#platform/server/sms.ts';
import { codeMinutes } from '../rules.ts';
import { forgetOldCodes, makePhoneCode, rotateNumberKeys } from './commands.ts';

export function verificationJobs(deps: { db: Db; secret: string; sms: SmsSender; vault: Vault }) {
  const { db, sms, vault } = deps;
  const sendCode: Job<{ personId: string }> = async ({ personId }) => {
    const made = await makePhoneCode(deps, personId, currentTime());
    const person = await db
      .selectFrom('person')
      .select('locale')
      .where('id', '=', personId)
      .executeTakeFirst();
    if (!made || !person) return;
    const { phone, code } = made;
    const text = m['verification.sms']({ code, minutes: codeMinutes }, { locale: person.locale });
    await sms.send({ to: phone, text }, personId);
  };
  const forgetCodes: Job<unknown> = () => forgetOldCodes(db, currentTime());
  const sealOld: Job<unknown> = () => rotateNumberKeys(db, vault);
  return {
    'verification.send_code': sendCode,
    'verification.forget_codes': forgetCodes,
    'verification.seal_anew': sealOld,
  };
}
