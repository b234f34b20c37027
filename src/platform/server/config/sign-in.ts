import { z } from 'zod';
import { ConfigError, readerOf, type Environment } from './reading.ts';
import { fakeOrigin } from './values.ts';

/** Mails, text messages, and companies that know people: what sign-in and verification need. */
export const signInVariables = {
  MAIL_FROM: {
    schema: z.string(),
    default: 'Gongbang <no-reply@gongbang.example>',
    about: 'Sender of every mail.',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }),
    default: '',
    about: 'SMTP server. Default: mails are written to `DATA_DIR/outbox/mail`.',
  },
  KAKAO_CLIENT_ID: { schema: z.string(), default: '', about: 'REST API key of Kakao login.' },
  KAKAO_CLIENT_SECRET: { schema: z.string(), default: '', about: 'Client secret of Kakao login.' },
  NAVER_CLIENT_ID: { schema: z.string(), default: '', about: 'Client ID of Naver login.' },
  NAVER_CLIENT_SECRET: { schema: z.string(), default: '', about: 'Client secret of Naver login.' },
  LINE_CLIENT_ID: { schema: z.string(), default: '', about: 'Channel ID of LINE login.' },
  LINE_CLIENT_SECRET: { schema: z.string(), default: '', about: 'Channel secret of LINE login.' },
  GOOGLE_CLIENT_ID: { schema: z.string(), default: '', about: 'Client ID of Google login.' },
  GOOGLE_CLIENT_SECRET: { schema: z.string(), default: '', about: 'Client secret of Google login.' },
  SOCIAL_FAKE_ORIGIN: fakeOrigin(
    'For tests: where `fakes/social.ts` stands in for all four services. This machine only.',
  ),
  SOLAPI_API_KEY: {
    schema: z.string(),
    default: '',
    about: 'API key of Solapi, which then sends text messages.',
  },
  SOLAPI_API_SECRET: { schema: z.string(), default: '', about: 'API secret of Solapi.' },
  SOLAPI_FROM: { schema: z.string(), default: '', about: 'Sender number registered at Solapi, digits only.' },
  TWILIO_ACCOUNT_SID: {
    schema: z.string(),
    default: '',
    about: 'Account SID of Twilio, which then sends text messages.',
  },
  TWILIO_AUTH_TOKEN: { schema: z.string(), default: '', about: 'Auth token of Twilio.' },
  TWILIO_FROM: { schema: z.string(), default: '', about: 'Sender number at Twilio, as `+82…`.' },
  SMS_FAKE_ORIGIN: fakeOrigin(
    'For tests: where `fakes/sms.ts` stands in for Solapi and Twilio. This machine only.',
  ),
  PORTONE_API_SECRET: {
    schema: z.string(),
    default: '',
    about: 'API secret of PortOne, which then says whose bank account a number is.',
  },
  BANK_FAKE_ORIGIN: fakeOrigin('For tests: where `fakes/bank.ts` stands in for PortOne. This machine only.'),
} as const;

export function readSignIn(environment: Environment) {
  const { read, get, whole } = readerOf(signInVariables, environment);

  /** Reads both keys of a service, or none. */
  function socialKeys(service: 'KAKAO' | 'NAVER' | 'LINE' | 'GOOGLE') {
    const clientId = read(`${service}_CLIENT_ID`);
    const clientSecret = read(`${service}_CLIENT_SECRET`);
    if (clientId === undefined && clientSecret === undefined) return undefined;
    if (clientId === undefined || clientSecret === undefined) {
      throw new ConfigError(`Configuration: ${service}_CLIENT_ID and ${service}_CLIENT_SECRET go together`);
    }
    return { clientId, clientSecret };
  }

  function smsService() {
    const solapi = whole('SOLAPI_API_KEY', 'SOLAPI_API_SECRET', 'SOLAPI_FROM');
    const twilio = whole('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM');
    if (solapi && twilio)
      throw new ConfigError('Configuration: SOLAPI_API_KEY and TWILIO_ACCOUNT_SID exclude each other');
    const [id = '', secret = '', from = ''] = solapi ?? twilio ?? [];
    const name = solapi ? ('solapi' as const) : twilio ? ('twilio' as const) : ('outbox' as const);
    return { name, id, secret, from, fakeOrigin: read('SMS_FAKE_ORIGIN') };
  }

  return {
    mailFrom: get('MAIL_FROM'),
    smtpUrl: read('SMTP_URL'),
    social: {
      keys: {
        kakao: socialKeys('KAKAO'),
        naver: socialKeys('NAVER'),
        line: socialKeys('LINE'),
        google: socialKeys('GOOGLE'),
      },
      fakeOrigin: read('SOCIAL_FAKE_ORIGIN'),
    },
    sms: smsService(),
    bankCheck: { secret: read('PORTONE_API_SECRET'), fakeOrigin: read('BANK_FAKE_ORIGIN') },
  };
}
