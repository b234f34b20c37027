import { writeFileSync } from 'node:fs';

/** Vitest's report of a run holds no errors that belong to no test: these are kept beside it. */
export default class {
  onTestRunEnd(_modules, errors) {
    const lines = errors.map(({ type, message, stack, VITEST_TEST_NAME: test, VITEST_TEST_PATH: file }) =>
      [`${type ?? 'Error'}: ${message}`, file && `while ${file} ran${test ? `, after "${test}"` : ''}`, stack]
        .filter(Boolean)
        .join('\n'),
    );
    writeFileSync('test-results/unhandled.json', JSON.stringify(lines));
  }
}
