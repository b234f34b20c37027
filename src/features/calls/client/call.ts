import { ApiError } from '#platform/client/fetcher.ts';
import { sendToTopic, watchTopic } from '#platform/client/realtime.ts';
import type { TopicEvent } from '#platform/shared/realtime.ts';
import type {
  CallEvents,
  CallMark,
  CallPerson,
  Joined,
  JoinInput,
  Message,
  MessageType,
  ModelSource,
  ModelView,
  Stage,
} from '../contract.ts';
import { beatMs, type Place, type Point, type Tool } from '../rules.ts';
import { leaveCall, renewIce } from './api.ts';
import {
  DeviceError,
  keepChosen,
  openDevice,
  readChosen,
  type ChosenDevices,
  type DeviceKind,
  type DeviceProblem,
} from './devices.ts';
import type { MediaSession, SessionDeps, SourceKind, Sources, Way } from './session.ts';

/** Time after which an idle pointer or an unfinished line is removed. */
const fadeMs = 4000;
const measureMs = 2000;
const againMs = 2000;
/** Interval at which the view of a turned model is sent, and delay after which the final view is stored. */
const turnEveryMs = 100;
const restMs = 250;
const pauseMs = 500;
/** Errors that are no final answer: the message is sent again. */
const passing = new Set(['unanswered', 'unavailable', 'topic_not_found', 'too_fast', 'rate_limited']);

export type Problem = { device: DeviceKind; problem: DeviceProblem };
export type News =
  | { kind: 'joined' | 'left' | 'removed' | 'sharing' | 'model' | 'hand'; name: string }
  | { kind: 'back' | 'lost' };

export type CallState = {
  phase: 'lobby' | 'joining' | 'in' | 'reconnecting' | 'removed' | 'left';
  seat: Joined | null;
  people: readonly CallPerson[];
  stage: Stage | null;
  marks: readonly CallMark[];
  /** Unfinished lines and pointers of others, by seat. */
  strokes: Readonly<Record<string, CallMark>>;
  pointers: Readonly<Record<string, Point | Place>>;
  sources: Readonly<Record<string, Sources>>;
  ways: Readonly<Record<string, Way>>;
  own: Readonly<Partial<Record<SourceKind, MediaStreamTrack>>>;
  isMuted: boolean;
  pushToTalk: boolean;
  chosen: ChosenDevices;
  problem: Problem | null;
  /** Refusal with the server's message, or with its code. */
  refusal: { code: string; told: string } | null;
  news: News | null;
};

/** Drawing, unfinished or done, on a picture or on a model. */
export type Drawn = {
  id: string;
  tool: Tool;
  points: readonly Point[] | readonly Place[];
  toward?: Place;
};

/** Takes a seat; `before` is the previous seat of a person who returns. */
type Enter = (input: JoinInput, before: Joined | null) => Promise<Joined>;

type Outgoing = { type: MessageType; data: object; done(code: string | null): void };

/** Creates the client of one call, from the lobby to its end. */
export function createCall(deps: { openSession(deps: SessionDeps): Promise<MediaSession> }) {
  let enter: Enter | undefined;
  let state: CallState = {
    phase: 'lobby',
    seat: null,
    people: [],
    stage: null,
    marks: [],
    strokes: {},
    pointers: {},
    sources: {},
    ways: {},
    own: {},
    isMuted: true,
    pushToTalk: false,
    chosen: readChosen(),
    problem: null,
    refusal: null,
    news: null,
  };
  const listeners = new Set<() => void>();
  let session: MediaSession | undefined;
  let stopWatching: (() => void) | undefined;
  let timers: ReturnType<typeof setInterval>[] = [];
  let fades = new Map<string, ReturnType<typeof setTimeout>>();
  let outgoing: Outgoing[] = [];
  let isSending = false;
  let isEntering = false;
  let strange = 0;
  let turnedAt = 0;
  /** Shown model, to show it again after a reconnect. */
  let shownModel: ModelSource | null = null;
  /** Number of the current connection: events of an earlier one are ignored. */
  let run = 0;
  /**
   * Number of times that the user has left: work that began before is dropped, such as a new seat or an
   * opening device.
   */
  let ends = 0;

  function set(change: Partial<CallState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  const without = <Value>(all: Readonly<Record<string, Value>>, key: string) => {
    const { [key]: _gone, ...rest } = all;
    return rest;
  };

  // --- Sending: one message at a time, repeated if its delivery is unknown.

  function say<Type extends MessageType>(type: Type, data: Message<Type>): Promise<string | null> {
    return new Promise((done) => {
      outgoing.push({ type, data, done });
      void sendOn();
    });
  }
  async function sendOn(): Promise<void> {
    if (isSending) return;
    isSending = true;
    const mine = run;
    while (outgoing.length > 0 && state.seat) {
      const [next] = outgoing as [Outgoing];
      const answer = await sendToTopic(topicOf(state.seat), next.type, next.data as Record<string, unknown>);
      if (mine !== run) return;
      const code = answer === null ? 'unanswered' : 'code' in answer ? answer.code : null;
      if (code !== null && passing.has(code)) {
        // Wait for the connection and the subscription to be restored.
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        if (mine !== run) return;
        continue;
      }
      outgoing.shift();
      next.done(code);
    }
    isSending = false;
  }
  /** Sends a transient message, which is neither stored nor repeated. */
  function pass<Type extends 'pointer' | 'stroke' | 'turn'>(type: Type, data: Message<Type>): void {
    if (state.phase === 'in' && state.seat) void sendToTopic(topicOf(state.seat), type, data);
  }

  // --- Receiving.

  function hear({ type, data }: TopicEvent): void {
    const heard = { type, data } as {
      [Type in keyof CallEvents]: { type: Type; data: CallEvents[Type] };
    }[keyof CallEvents];
    switch (heard.type) {
      case 'people':
        return hearPeople(heard.data);
      case 'signal':
        return session?.hear(heard.data);
      case 'stage':
        return hearStage(heard.data.stage);
      case 'mark':
        fade(`stroke ${heard.data.mark.from}`, 0, () =>
          set({ strokes: without(state.strokes, heard.data.mark.from) }),
        );
        if (state.marks.some(({ id }) => id === heard.data.mark.id)) return;
        return set({ marks: [...state.marks, heard.data.mark] });
      case 'unmark':
        return set({ marks: state.marks.filter(({ id }) => id !== heard.data.id) });
      case 'clear':
        return set({
          marks: state.marks.filter(({ from }) => heard.data.of !== null && from !== heard.data.of),
        });
      case 'pointer': {
        const { from, at } = heard.data;
        if (at === null) return set({ pointers: without(state.pointers, from) });
        set({ pointers: { ...state.pointers, [from]: at } });
        return fade(`pointer ${from}`, fadeMs, () => set({ pointers: without(state.pointers, from) }));
      }
      case 'stroke': {
        const { mark } = heard.data;
        if (state.marks.some(({ id }) => id === mark.id)) return;
        set({ strokes: { ...state.strokes, [mark.from]: mark } });
        return fade(`stroke ${mark.from}`, fadeMs, () => set({ strokes: without(state.strokes, mark.from) }));
      }
      case 'view':
      case 'turn': {
        const { stageId, n, view } = heard.data;
        const { stage } = state;
        // A broadcast may arrive after a stored event.
        if (stage?.id !== stageId || (stage.view && stage.view.n >= n)) return;
        return set({ stage: { ...stage, view: { n, view } } });
      }
      case 'removed':
        return end('removed');
    }
  }

  function hearPeople({ people, news }: CallEvents['people']): void {
    const own = state.seat?.peerId;
    const raised = people.find(
      ({ peerId, handRaised }) =>
        handRaised && peerId !== own && !state.people.find((before) => before.peerId === peerId)?.handRaised,
    );
    set({
      people,
      ...(news && { news }),
      ...(!news && raised && { news: { kind: 'hand', name: raised.name } }),
    });
    session?.setPeople(people.flatMap(({ peerId }) => (peerId === own ? [] : [peerId])));
  }

  function hearStage(stage: Stage | null): void {
    const isNew = stage?.id !== state.stage?.id;
    const theirs = state.people.find(({ peerId }) => peerId === stage?.peerId);
    const news: News | null =
      isNew && stage && theirs && stage.kind !== 'camera' && stage.peerId !== state.seat?.peerId
        ? { kind: stage.kind === 'screen' ? 'sharing' : 'model', name: theirs.name }
        : state.news;
    set({ stage, news, ...(isNew && { marks: [], strokes: {}, pointers: {} }) });
    // The stage has changed to someone else's, or was taken from us.
    const isMine = stage?.kind === 'screen' && stage.peerId === state.seat?.peerId;
    if (isNew && !isMine && state.own.screen && !isStarting) stopTrack('screen');
    if (isNew && (stage?.kind !== 'model' || stage.peerId !== state.seat?.peerId)) shownModel = null;
  }

  function fade(key: string, ms: number, act: () => void): void {
    clearTimeout(fades.get(key));
    fades.set(key, setTimeout(act, ms));
  }

  // --- Joining and leaving.

  /** Returns true if the call was joined, and false if the user has left meanwhile. Throws refusals. */
  async function take(): Promise<boolean> {
    if (!enter) return false;
    const before = ends;
    const seat = await enter(
      {
        hasVideo: state.own.camera !== undefined,
        isMuted: state.isMuted || state.own.microphone === undefined,
      },
      state.seat,
    );
    if (before !== ends) {
      leaveCall(seat);
      return false;
    }
    run += 1;
    closeSeat();
    set({
      seat,
      people: seat.people,
      stage: seat.stage,
      marks: seat.marks,
      strokes: {},
      pointers: {},
      sources: {},
      ways: {},
      refusal: null,
    });
    const opened = await deps.openSession({
      seat,
      send: (signal) => void say('signal', signal),
      onSources: (peerId, sources) =>
        set({
          sources: sources ? { ...state.sources, [peerId]: sources } : without(state.sources, peerId),
        }),
      onWay: (peerId, way) =>
        set({ ways: way ? { ...state.ways, [peerId]: way } : without(state.ways, peerId) }),
      onLost: () => void comeBack(),
    });
    if (before !== ends) {
      opened.close();
      return false;
    }
    session = opened;
    // A screen is sent only after the stage was granted.
    for (const [kind, track] of Object.entries(state.own) as [SourceKind, MediaStreamTrack][])
      if (kind !== 'screen') await opened.publish(kind, track);
    if (before !== ends) return false;
    opened.setPeople(seat.people.flatMap(({ peerId }) => (peerId === seat.peerId ? [] : [peerId])));
    stopWatching = watchTopic(topicOf(seat), {
      after: seat.seq,
      onEvent: hear,
      // More events were missed than are stored.
      onReset: () => void comeBack(),
    });
    timers = [
      setInterval(() => void beat(), beatMs),
      setInterval(() => void session?.measure(), measureMs),
      setInterval(() => void renew(seat), Math.max(60_000, (Date.parse(seat.expiresAt) - Date.now()) / 2)),
    ];
    void sendOn();
    void beat();
    if (state.own.screen) void showOwnScreen();
    else if (shownModel && !seat.stage) void showModel(shownModel);
    return true;
  }

  function closeSeat(): void {
    stopWatching?.();
    stopWatching = undefined;
    for (const timer of timers) clearInterval(timer);
    timers = [];
    for (const timer of fades.values()) clearTimeout(timer);
    fades = new Map();
    session?.close();
    session = undefined;
    for (const { done } of outgoing) done('not_in_call');
    outgoing = [];
    isSending = false;
    strange = 0;
  }

  async function renew(seat: Joined): Promise<void> {
    const fresh = await renewIce(seat).catch(() => null);
    if (fresh && state.seat === seat) session?.setIceServers(fresh.iceServers);
  }

  /** Heartbeat. If the server no longer knows the seat, the client rejoins. */
  async function beat(): Promise<void> {
    const { seat } = state;
    if (!seat || (state.phase !== 'in' && state.phase !== 'reconnecting')) return;
    const answer = await sendToTopic(topicOf(seat), 'beat', {});
    if (state.seat !== seat) return;
    if (answer && 'ok' in answer) {
      strange = 0;
      if (state.phase === 'reconnecting') {
        set({ phase: 'in', news: { kind: 'back' } });
        session?.restart();
      }
      return;
    }
    // After each (re)connect the subscription takes a moment.
    strange += 1;
    if (answer === null || answer.code !== 'not_in_call') {
      if (strange >= 2 && state.phase === 'in') set({ phase: 'reconnecting', news: { kind: 'lost' } });
      if (answer?.code !== 'topic_not_found' || strange < 3) return;
    }
    await comeBack();
  }

  async function comeBack(): Promise<void> {
    if (isEntering || !state.seat) return;
    isEntering = true;
    const before = ends;
    set({ phase: 'reconnecting' });
    try {
      if (await take()) set({ phase: 'in', news: { kind: 'back' } });
    } catch (error) {
      if (before !== ends) return;
      const isFinal =
        error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (isFinal && error.code !== 'call_full' && error.code !== 'too_many_for_video') {
        end('removed');
        set({ refusal: { code: error.code, told: error.told } });
      } else if (isFinal) {
        end('left');
        set({ refusal: { code: error.code, told: error.told } });
      } else setTimeout(() => state.phase === 'reconnecting' && void comeBack(), againMs);
    } finally {
      isEntering = false;
    }
  }

  function end(phase: 'removed' | 'left'): void {
    run += 1;
    ends += 1;
    closeSeat();
    for (const kind of Object.keys(state.own) as SourceKind[]) stopTrack(kind);
    set({ phase, seat: null, people: [], stage: null, marks: [], sources: {}, ways: {}, news: null });
  }

  // --- Own devices.

  async function open(kind: DeviceKind): Promise<MediaStreamTrack | null> {
    const before = ends;
    try {
      const { microphone, camera } = state.chosen;
      const track = await openDevice(
        kind,
        kind === 'microphone' ? microphone : kind === 'camera' ? camera : undefined,
      );
      if (before !== ends) {
        track?.stop();
        return null;
      }
      set({ problem: null });
      // The device was unplugged, or stopped in the browser's own controls.
      track?.addEventListener('ended', () => {
        if (state.own[kind] !== track) return;
        if (kind === 'screen') void stopShare();
        else void lose(kind);
      });
      return track;
    } catch (error) {
      set({ problem: { device: kind, problem: error instanceof DeviceError ? error.problem : 'failed' } });
      return null;
    }
  }

  async function lose(kind: 'microphone' | 'camera'): Promise<void> {
    stopTrack(kind);
    set({ problem: { device: kind, problem: 'unplugged' }, ...(kind === 'microphone' && { isMuted: true }) });
    if (state.seat) await say('state', kind === 'camera' ? { hasVideo: false } : { isMuted: true });
  }

  function stopTrack(kind: SourceKind): void {
    state.own[kind]?.stop();
    set({ own: without(state.own as Record<string, MediaStreamTrack>, kind) });
    void session?.publish(kind, null);
  }

  async function startTrack(kind: SourceKind, track: MediaStreamTrack): Promise<void> {
    state.own[kind]?.stop();
    set({ own: { ...state.own, [kind]: track } });
    await session?.publish(kind, track);
  }

  async function refuseWith(code: string | null): Promise<boolean> {
    set({ refusal: code === null ? null : { code, told: '' } });
    return code !== null;
  }

  function applyMute(isMuted: boolean): void {
    if (state.own.microphone) state.own.microphone.enabled = !isMuted;
    set({ isMuted });
    if (state.seat) void say('state', { isMuted });
  }

  let isStarting = false;
  async function showOwnScreen(): Promise<void> {
    if (!state.seat) return;
    const { screen } = state.own;
    const code = await say('stage', { show: { kind: 'screen', peerId: state.seat.peerId } });
    if (await refuseWith(code)) return stopTrack('screen');
    if (screen && state.own.screen === screen) await session?.publish('screen', screen);
  }
  async function showModel(source: ModelSource): Promise<boolean> {
    const code = await say('stage', { show: { kind: 'model', source } });
    // Set before its event arrives.
    shownModel = code === null ? source : null;
    return !(await refuseWith(code));
  }
  async function stopShare(): Promise<void> {
    const isMine = state.stage?.kind === 'screen' && state.stage.peerId === state.seat?.peerId;
    stopTrack('screen');
    if (isMine) await say('stage', { show: null });
  }

  const onOnline = () => {
    session?.restart();
    void beat();
  };
  const onPageHide = () => {
    if (state.seat) leaveCall(state.seat);
  };

  return {
    /** Sets the function that takes a seat; the page updates it with each render. */
    enterWith(next: Enter): void {
      enter = next;
    },
    /** Opens the client for as long as the page is mounted. Returns the cleanup. */
    open(): () => void {
      addEventListener('online', onOnline);
      addEventListener('pagehide', onPageHide);
      set({ phase: 'lobby' });
      return () => {
        removeEventListener('online', onOnline);
        removeEventListener('pagehide', onPageHide);
        if (state.seat) leaveCall(state.seat);
        end('left');
      };
    },
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async join(): Promise<void> {
      if (isEntering) return;
      isEntering = true;
      set({ phase: 'joining', refusal: null });
      const before = ends;
      try {
        if (await take()) set({ phase: 'in' });
      } catch (error) {
        if (before !== ends) return;
        const failure =
          error instanceof ApiError ? { code: error.code, told: error.told } : { code: 'failed', told: '' };
        set({ phase: 'lobby', refusal: failure });
      } finally {
        isEntering = false;
      }
    },
    leave(): void {
      if (state.seat) leaveCall(state.seat);
      end('left');
    },
    backToLobby: () => set({ phase: 'lobby', refusal: null, problem: null }),
    /** Mutes or unmutes; the first time it asks for the microphone. */
    async setMuted(isMuted: boolean): Promise<void> {
      if (!isMuted && !state.own.microphone) {
        const track = await open('microphone');
        if (!track) return;
        await startTrack('microphone', track);
      }
      applyMute(isMuted);
    },
    setPushToTalk(pushToTalk: boolean): void {
      set({ pushToTalk });
      if (pushToTalk && state.own.microphone) applyMute(true);
    },
    async setCamera(isOn: boolean): Promise<void> {
      if (!isOn) {
        stopTrack('camera');
        if (state.seat) await say('state', { hasVideo: false });
        return;
      }
      const track = await open('camera');
      if (!track) return;
      const code = state.seat ? await say('state', { hasVideo: true }) : null;
      if (await refuseWith(code)) return track.stop();
      await startTrack('camera', track);
    },
    async share(): Promise<void> {
      isStarting = true;
      try {
        const track = await open('screen');
        if (!track) return;
        state.own.screen?.stop();
        set({ own: { ...state.own, screen: track } });
        await showOwnScreen();
      } finally {
        isStarting = false;
      }
    },
    stopShare,
    async showCamera(peerId: string): Promise<void> {
      await refuseWith(await say('stage', { show: { kind: 'camera', peerId } }));
    },
    async endStage(): Promise<void> {
      if (state.own.screen) return stopShare();
      await refuseWith(await say('stage', { show: null }));
    },
    showModel,
    /** Sets the view of the shown model: sent at once, and stored when it stays. */
    look(view: ModelView): void {
      const { stage, seat } = state;
      if (stage?.kind !== 'model' || !seat || stage.peerId !== seat.peerId) return;
      set({ stage: { ...stage, view: { n: (stage.view?.n ?? 0) + 1, view } } });
      const tell = (type: 'turn' | 'view') => {
        const now = state.stage;
        if (now?.id !== stage.id || !now.view) return;
        const turned = { stageId: now.id, n: now.view.n, view: now.view.view };
        if (type === 'turn') pass('turn', turned);
        else void say('view', turned);
      };
      if (performance.now() - turnedAt > turnEveryMs) {
        turnedAt = performance.now();
        tell('turn');
      }
      fade('view', restMs, () => tell('view'));
    },
    raiseHand: (handRaised: boolean) => void say('state', { handRaised }),
    async choose(chosen: ChosenDevices): Promise<void> {
      const before = state.chosen;
      set({ chosen });
      keepChosen(chosen);
      for (const kind of ['microphone', 'camera'] as const) {
        if (chosen[kind] === before[kind] || !state.own[kind]) continue;
        const track = await open(kind);
        if (!track) continue;
        if (kind === 'microphone') track.enabled = !state.isMuted;
        await startTrack(kind, track);
      }
    },
    dismiss: () => set({ problem: null, refusal: null }),
    refuse: (refusal: CallState['refusal']) => set({ refusal }),
    // --- Drawing.
    point: (at: Point | Place | null) => pass('pointer', { at: at as Message<'pointer'>['at'] }),
    stroke: (drawn: Drawn) => pass('stroke', drawn as Message<'stroke'>),
    async draw(drawn: Drawn): Promise<void> {
      const { seat } = state;
      if (!seat) return;
      const { id } = drawn;
      const mark = drawn as Message<'mark'>;
      // Optimistic; removed again if it is refused.
      set({ marks: [...state.marks, { ...mark, from: seat.peerId }] });
      if (await refuseWith(await say('mark', mark)))
        set({ marks: state.marks.filter((each) => each.id !== id) });
    },
    undo(): void {
      const last = state.marks.findLast(({ from }) => from === state.seat?.peerId);
      if (last) void say('unmark', { id: last.id });
    },
    clear: () => void say('clear', {}),
    unfreeze: () => void say('unfreeze', {}),
  };
}

export type CallClient = ReturnType<typeof createCall>;

const topicOf = ({ key }: Pick<Joined, 'key'>) => `peer:${key}`;
