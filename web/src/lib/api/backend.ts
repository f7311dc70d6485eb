/** Who answers: a server by HTTP, or this device itself. Screens do not know which. */

export interface Answer {
  status: number;
  type: string;
  text: string;
}

export interface Backend {
  /** `path` begins behind `/api`; an answer of any status is an answer, and only silence is an error. */
  request(method: string, path: string, body: string | null, headers: Record<string, string>): Promise<Answer>;
}

/** Ids of matches on this device begin with it. */
export const MARK = '~';

/** Whether a match is kept on this device. */
export const isHere = (match: string): boolean => match.startsWith(MARK);

declare const __ALONE__: boolean;
/** This page was built to be served without a server behind it. */
export const ALONE = typeof __ALONE__ !== 'undefined' && __ALONE__;

export const http: Backend = {
  async request(method, path, body, headers) {
    const response = await fetch(`/api${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === null ? {} : { body }),
    });
    const type = response.headers.get('Content-Type') ?? '';
    return { status: response.status, type, text: await response.text() };
  },
};

/** This device; what it needs is loaded with the first request. */
export const here: Backend = {
  request: async (method, path, body) => (await import('./here.svelte')).request(method, path, body ?? ''),
};

/** Requests that need no match: either may answer them. */
const EITHER = /^\/titles(\/|$)/;
const OWN = /^\/(?:matches|tables|practice)\/(?:~|%7E)/;

/** The back end of a request by its path; `either` where both could answer. */
export function chosen(path: string): 'here' | 'http' | 'either' {
  if (OWN.test(path)) return 'here';
  if (EITHER.test(path)) return ALONE ? 'here' : 'either';
  return 'http';
}
