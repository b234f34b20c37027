/** Builds the API document in this process without a database: registering routes uses nothing of the runtime. */
export async function apiDocument() {
  const [{ buildServer }, { readConfig }] = await Promise.all([
    import('#app/server.ts'),
    import('#platform/server/config.ts'),
  ]);
  const config = readConfig({ PUBLIC_ORIGIN: 'https://gongbang.test', LOG_LEVEL: 'silent' });
  const app = await buildServer({ config, secret: '' });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}
