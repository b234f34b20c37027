import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { workshopInput } from '#features/services/contract.ts';

type WorkshopText = z.input<typeof workshopInput>;

/** Build volumes and layer heights as stated by the manufacturers of these printers. */
function printer(
  name: string,
  buildMm: [number, number, number],
  stock: Record<string, string[]>,
  more: Partial<WorkshopText['machines'][number]> = {},
): WorkshopText['machines'][number] {
  return {
    id: randomUUID(),
    name,
    buildMm,
    stock: Object.entries(stock).map(([material, colors]) => ({ material, colors })),
    layerMm: [0.08, 0.28],
    leadDays: 2,
    ...more,
  };
}

const seollal = { from: '2027-02-06', to: '2027-02-09', note: '설 연휴' };
const newYear = { from: '2026-12-31', to: '2027-01-03', note: '연말연시' };

/** Machines, rate cards and calendars of the demo's printers, each a little different, by the service's slug. */
export const demoWorkshops: Record<string, WorkshopText> = {
  'seongsu-layer-print': {
    rateCard: null,
    machines: [
      printer(
        'Bambu Lab P1S',
        [256, 256, 256],
        { PLA: ['검정', '흰색', '회색', '빨강'], PETG: ['검정', '투명'], ABS: ['검정'] },
        { toleranceMm: 0.2, queue: 2 },
      ),
      printer(
        'Prusa MK4',
        [250, 210, 220],
        { PLA: ['흰색', '주황'], TPU: ['검정', '투명'] },
        { toleranceMm: 0.15, layerMm: [0.05, 0.3], leadDays: 3 },
      ),
    ],
    calendar: { closedWeekdays: [0], holidays: [newYear, seollal], jobsPerDay: 3 },
  },
  'haeundae-resin-room': {
    rateCard: {
      startFee: 15_000,
      perTenGrams: 6000,
      materials: [
        { material: 'Resin' },
        { material: '캐스팅 레진', perTenGrams: 9000, density: 1.12 },
        { material: '투명 레진', perTenGrams: 7000, density: 1.18 },
      ],
      perLoad: 3000,
      shell: 1,
      gramsPerHour: 25,
    },
    machines: [
      printer(
        'Elegoo Saturn 4 Ultra',
        [218, 122, 220],
        { Resin: ['회색', '흰색', '검정'], '캐스팅 레진': ['보라'], '투명 레진': [] },
        { toleranceMm: 0.05, layerMm: [0.01, 0.2], leadDays: 2, queue: 1 },
      ),
    ],
    calendar: { closedWeekdays: [0, 1], holidays: [seollal], jobsPerDay: 2 },
  },
  'eunhaeng-figure-studio': {
    rateCard: {
      startFee: 20_000,
      minimum: 30_000,
      perTenGrams: 3000,
      materials: [{ material: 'Resin', perTenGrams: 8000 }],
      perHour: 1000,
    },
    machines: [
      printer(
        'Anycubic M5s',
        [218, 123, 200],
        { Resin: ['회색', '살구색'] },
        { toleranceMm: 0.05, layerMm: [0.01, 0.2], leadDays: 4, queue: 3 },
      ),
      printer('Bambu Lab P1S', [256, 256, 256], { PLA: ['흰색', '살구색'] }, { leadDays: 3 }),
    ],
    calendar: { closedWeekdays: [0, 1], holidays: [newYear], jobsPerDay: 1 },
  },
  'chuncheon-school-print': {
    rateCard: null,
    machines: [
      printer(
        'Creality Ender-3 V3',
        [220, 220, 250],
        { PLA: ['검정', '흰색', '파랑'] },
        { layerMm: [0.1, 0.35], leadDays: 1, queue: 4 },
      ),
    ],
    calendar: { closedWeekdays: [0, 1, 2, 4, 6], holidays: [newYear, seollal], jobsPerDay: 2 },
  },
  'bupyeong-student-print': {
    rateCard: {
      startFee: 3000,
      perTenGrams: 1500,
      materials: [{ material: '실크 PLA', perTenGrams: 2000, density: 1.32 }],
      breaks: [
        { from: 5, percentOff: 5 },
        { from: 20, percentOff: 15 },
      ],
    },
    machines: [
      printer(
        'Bambu Lab A1',
        [256, 256, 256],
        { PLA: ['검정', '흰색', '노랑', '초록'], '실크 PLA': ['금색', '은색'] },
        { leadDays: 1 },
      ),
      printer(
        'Creality K1',
        [220, 220, 250],
        { PLA: ['검정', '흰색'], PETG: ['검정'] },
        { leadDays: 1, queue: 2 },
      ),
    ],
    calendar: { closedWeekdays: [], holidays: [seollal], jobsPerDay: 4 },
    delivery: { post: 3000, freeFrom: 30_000, pickup: true, carriers: ['우체국택배'] },
  },
  'haenggung-planter-studio': {
    rateCard: {
      startFee: 8000,
      minimum: 12_000,
      perTenGrams: 2500,
      materials: [
        { material: '재생 PLA', density: 1.24 },
        { material: '우드 PLA', perTenGrams: 3000, density: 1.15 },
      ],
      perUnit: 500,
    },
    machines: [
      printer(
        'Prusa MK4',
        [250, 210, 220],
        { PLA: ['흰색'], '재생 PLA': ['회색', '올리브'], '우드 PLA': ['밝은 나무'], PETG: ['투명'] },
        { layerMm: [0.05, 0.3], toleranceMm: 0.2, leadDays: 3, queue: 1 },
      ),
    ],
    calendar: { closedWeekdays: [1], holidays: [newYear, seollal], jobsPerDay: 2 },
    delivery: { post: 4000, freeFrom: 80_000, pickup: true, carriers: ['한진택배'] },
  },
  'hongdae-stage-print': {
    rateCard: {
      startFee: 7000,
      minimum: 10_000,
      perTenGrams: 1800,
      breaks: [{ from: 10, percentOff: 10 }],
      leadDays: 1,
    },
    machines: [
      printer(
        'Bambu Lab A1',
        [256, 256, 256],
        { PLA: ['검정', '흰색', '빨강', '노랑', '파랑', '금색'] },
        { leadDays: 1, queue: 3 },
      ),
      printer('Bambu Lab P1S', [256, 256, 256], { PLA: ['흰색'], PETG: ['투명', '검정'] }, { leadDays: 1 }),
    ],
    calendar: { closedWeekdays: [], holidays: [seollal], jobsPerDay: 4 },
    delivery: { post: 3500, freeFrom: null, pickup: true, carriers: ['CJ대한통운'] },
  },
  'samgakji-strong-print': {
    rateCard: {
      startFee: 12_000,
      perTenGrams: 2500,
      materials: [
        { material: 'Nylon', perTenGrams: 5000 },
        { material: 'PC', perTenGrams: 5500 },
        { material: 'ASA', perTenGrams: 3500 },
      ],
      perHour: 500,
    },
    machines: [
      printer(
        'Bambu Lab X1E',
        [256, 256, 256],
        { PLA: ['검정'], PETG: ['검정', '회색'], ASA: ['검정', '흰색'], PC: ['검정'], Nylon: ['검정'] },
        { toleranceMm: 0.1, queue: 1 },
      ),
    ],
    calendar: { closedWeekdays: [0, 6], holidays: [newYear, seollal], jobsPerDay: 2 },
  },
  'hyehwa-model-print': {
    rateCard: { startFee: 5000, perTenGrams: 2200, perLoad: 2000, shell: 0.4 },
    machines: [
      printer(
        'Prusa XL',
        [360, 360, 360],
        { PLA: ['흰색', '회색'] },
        { toleranceMm: 0.2, layerMm: [0.05, 0.3], leadDays: 3, queue: 2 },
      ),
    ],
    calendar: { closedWeekdays: [0, 1], holidays: [newYear, seollal], jobsPerDay: 1 },
  },
  'singil-resin-print': {
    rateCard: {
      startFee: 8000,
      perTenGrams: 2000,
      materials: [{ material: 'Resin', perTenGrams: 5500 }],
    },
    machines: [
      printer(
        'Elegoo Saturn 3',
        [218, 123, 250],
        { Resin: ['회색', '흰색', '투명'] },
        { toleranceMm: 0.05, layerMm: [0.01, 0.2], queue: 1 },
      ),
      printer('Bambu Lab A1 mini', [180, 180, 180], { PLA: ['흰색', '검정', '분홍'] }, { leadDays: 1 }),
    ],
    calendar: { closedWeekdays: [3], holidays: [seollal], jobsPerDay: 2 },
  },
};
