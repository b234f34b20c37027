import { z } from 'zod';
import { readerOf, type Environment } from './reading.ts';

/** Files: how large they may be, where they are kept, and by what they are examined. */
export const fileVariables = {
  MAX_FILE_MB: {
    schema: z.coerce.number().int().min(1).max(10_000),
    default: '1024',
    about: 'Largest file of a resource, in MiB.',
  },
  MAX_UPLOADS: {
    schema: z.coerce.number().int().min(1).max(10_000),
    default: '50',
    about: 'Uploads of one person that are not attached to anything yet.',
  },
  MAX_UPLOADS_MB: {
    schema: z.coerce.number().int().min(1).max(1_000_000),
    default: '5120',
    about: 'All of these together, in MiB.',
  },
  UPLOAD_EXPIRY_HOURS: {
    schema: z.coerce.number().int().min(1).max(720),
    default: '24',
    about: 'How long after its last bytes an upload can be gone on with or attached, in hours.',
  },
  S3_BUCKET: {
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'needs the name of a bucket'),
    default: '',
    about: 'Bucket for files and pictures. Default: they are kept in `DATA_DIR/blobs`.',
  },
  S3_ACCESS_KEY_ID: { schema: z.string(), default: '', about: 'Access key of the bucket.' },
  S3_SECRET_ACCESS_KEY: { schema: z.string(), default: '', about: 'Secret key of the bucket.' },
  S3_ENDPOINT: {
    schema: z.url({ protocol: /^https?$/ }),
    default: '',
    about: 'S3-compatible server. Default: AWS in `S3_REGION`.',
  },
  S3_REGION: { schema: z.string(), default: 'us-east-1', about: 'Region of the bucket.' },
  CLAMAV_HOST: {
    schema: z.string(),
    default: '',
    about: 'ClamAV daemon that looks at every file before it can be used. Default: none.',
  },
  CLAMAV_PORT: {
    schema: z.coerce.number().int().min(1).max(65535),
    default: '3310',
    about: 'Its port.',
  },
} as const;

export function readFiles(environment: Environment) {
  const { read, get, whole } = readerOf(fileVariables, environment);

  function s3Store() {
    const [bucket = '', accessKeyId = '', secretAccessKey = ''] =
      whole('S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY') ?? [];
    const place = { endpoint: read('S3_ENDPOINT'), region: get('S3_REGION') };
    return bucket === '' ? undefined : { bucket, accessKeyId, secretAccessKey, ...place };
  }

  const clamavHost = read('CLAMAV_HOST');
  const clamavPort = get('CLAMAV_PORT');
  return {
    maxFileBytes: get('MAX_FILE_MB') * 1024 * 1024,
    uploads: {
      uploads: get('MAX_UPLOADS'),
      uploadBytes: get('MAX_UPLOADS_MB') * 1024 * 1024,
      expiryMs: get('UPLOAD_EXPIRY_HOURS') * 60 * 60_000,
    },
    s3: s3Store(),
    clamav: clamavHost === undefined ? undefined : { host: clamavHost, port: clamavPort },
  };
}
