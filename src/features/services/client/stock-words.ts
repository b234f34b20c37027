import { m } from '#i18n/generated/messages.js';

/** Translated names of common colours, with the names that providers use in any of the three languages. */
const colors: readonly (readonly [name: () => string, ...also: string[]])[] = [
  [() => m['services.color.black'](), '검정', '검정색', '검은색', '블랙', 'black', '黒', '黒色', 'ブラック'],
  [() => m['services.color.white'](), '흰색', '하양', '하얀색', '화이트', 'white', '白', '白色', 'ホワイト'],
  [() => m['services.color.grey'](), '회색', '그레이', 'grey', 'gray', '灰色', 'グレー'],
  [() => m['services.color.red'](), '빨강', '빨간색', '레드', 'red', '赤', '赤色', 'レッド'],
  [() => m['services.color.orange'](), '주황', '주황색', '오렌지', 'orange', '橙', 'オレンジ'],
  [() => m['services.color.yellow'](), '노랑', '노란색', '옐로', 'yellow', '黄', '黄色', 'イエロー'],
  [() => m['services.color.green'](), '초록', '초록색', '녹색', '그린', 'green', '緑', '緑色', 'グリーン'],
  [() => m['services.color.olive'](), '올리브', '올리브색', 'olive', 'オリーブ'],
  [() => m['services.color.sky'](), '하늘색', 'sky blue', 'light blue', '水色'],
  [() => m['services.color.blue'](), '파랑', '파란색', '블루', 'blue', '青', '青色', 'ブルー'],
  [() => m['services.color.purple'](), '보라', '보라색', '퍼플', 'purple', '紫', '紫色', 'パープル'],
  [() => m['services.color.pink'](), '분홍', '분홍색', '핑크', 'pink', '桃色', 'ピンク'],
  [() => m['services.color.brown'](), '갈색', '브라운', 'brown', '茶', '茶色', 'ブラウン'],
  [() => m['services.color.beige'](), '베이지', '베이지색', 'beige', 'ベージュ'],
  [() => m['services.color.apricot'](), '살구색', 'apricot', 'アプリコット'],
  [() => m['services.color.clear'](), '투명', 'clear', 'transparent', '透明', 'クリア'],
  [() => m['services.color.gold'](), '금색', '골드', 'gold', '金', '金色', 'ゴールド'],
  [() => m['services.color.silver'](), '은색', '실버', 'silver', '銀', '銀色', 'シルバー'],
];

/** Translated names of materials that are words; PLA is PLA everywhere. */
const materials: typeof colors = [
  [() => m['services.material.nylon'](), 'nylon', '나일론', 'ナイロン'],
  [() => m['services.material.carbon'](), 'carbon', '카본', 'カーボン'],
  [() => m['services.material.wood'](), 'wood', '나무', '우드', '木材', 'ウッド'],
  [() => m['services.material.metal'](), 'metal', '금속', '메탈', '金属', 'メタル'],
  [() => m['services.material.ceramic'](), 'ceramic', '세라믹', 'セラミック'],
  [() => m['services.material.resin'](), 'resin', '레진', 'レジン'],
  [() => m['services.material.acrylic'](), 'acrylic', '아크릴', 'アクリル'],
  [() => m['services.material.aluminium'](), 'aluminium', 'aluminum', '알루미늄', 'アルミニウム', 'アルミ'],
  [() => m['services.material.brass'](), 'brass', '황동', '真鍮'],
  [() => m['services.material.leather'](), 'leather', '가죽', '革', 'レザー'],
  [() => m['services.material.other'](), 'other', '기타', 'その他'],
];

function nameIn(table: typeof colors, typed: string): string {
  const wanted = typed.trim().toLowerCase();
  return table.find(([, ...also]) => also.includes(wanted))?.[0]() ?? typed;
}

/** Returns the name in the reader's language; unknown ones stay as typed. */
export const colorName = (typed: string): string => nameIn(colors, typed);
export const materialName = (typed: string): string => nameIn(materials, typed);
