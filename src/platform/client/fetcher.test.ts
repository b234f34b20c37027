import { describe, expect, test } from 'vitest';
import { ApiError, describeError } from './fetcher.ts';

describe('a failure is told', () => {
  test.each([
    [
      'in the words of the server',
      new ApiError(409, 'conflict', '그 사이에 바뀌었어요.'),
      '그 사이에 바뀌었어요.',
    ],
    [
      'in ours when no answer came',
      new ApiError(0, 'network_error', ''),
      '네트워크 요청에 실패했어요. 연결을 확인해 주세요.',
    ],
    [
      'in ours when the answer was no JSON',
      new ApiError(200, 'malformed_answer', ''),
      '서버 응답 형식이 올바르지 않아요.',
    ],
    [
      'in ours when the server had none',
      new ApiError(502, 'unknown', ''),
      '알 수 없는 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.',
    ],
    // An error of our own code is no text for people.
    [
      'without what broke inside',
      new TypeError('x is undefined'),
      '알 수 없는 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.',
    ],
    ['whatever was thrown', 'text', '알 수 없는 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.'],
  ])('%s', (_, error, words) => {
    expect(describeError(error)).toBe(words);
  });
});

test('an error of the API carries what the server told and nothing else', () => {
  const error = new ApiError(400, 'invalid_input', 'Please check.', { title: 'Required.' });
  expect(Object.entries(error).toSorted()).toEqual([
    ['code', 'invalid_input'],
    ['fields', { title: 'Required.' }],
    ['name', 'ApiError'],
    ['status', 400],
  ]);
  expect(error.message).toBe('Please check.');
  expect(new ApiError(500, 'x', 'y').fields).toEqual({});
});
