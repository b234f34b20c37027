/**
 * Synonyms from making, Korean | English | Japanese: a question in one language finds text in another, and
 * "how hot" finds "°C". Written in folded form; a word that begins with `~` matches only as a whole word.
 */
const lines = `
저항|resistor|抵抗
옴,킬로옴|~ohm,~ohms,~ω,~kω|オーム,キロオーム
콘덴서,캐패시터,커패시터|capacitor|コンデンサ,コンデンサー
전해|electrolytic|電解
다이오드|diode|ダイオード
트랜지스터|transistor|トランジスタ,トランジスター
엘이디,~led,발광|~led,light emitting|~led,発光
납땜,땜질,납|solder,soldering|はんだ,ハンダ,半田
인두|soldering iron,~iron|はんだごて,こて先
다리,리드,짧은 다리,긴 다리|~leg,~lead,~legs,~leads|足,リード
극성,방향,띠,거꾸로,반대로,플러스,마이너스,양극,음극,짧은 다리,긴 다리|polarity,orientation,direction,which way,~stripe,~band,backwards,reversed,anode,cathode,positive,negative,short leg,long leg,shorter leg,longer leg|極性,向き,帯,逆,プラス,マイナス,アノード,カソード,短い足,長い足
양극,플러스,+극|anode,positive,~plus|アノード,プラス
음극,캐소드,마이너스,-극|cathode,negative,~minus|カソード,マイナス
소켓|socket|ソケット
단자,터미널|terminal|端子,ターミナル
핀헤더,헤더|header|ヘッダ,ヘッダー
스위치|switch|スイッチ
버튼|button|ボタン
퓨즈|fuse|ヒューズ
릴레이,계전기|relay|リレー
변압기,트랜스|transformer|トランス,変圧器
방열판,히트싱크|heatsink,heat sink|放熱板,ヒートシンク
기판,보드,피시비,~pcb|~board,~boards,~pcb|基板,ボード
구멍|~hole,~holes|穴
나사,볼트|screw,~bolt,~bolts|ネジ,ねじ,ボルト
너트|~nut,~nuts|ナット
와셔|washer|ワッシャ,座金
인서트|insert|インサート
베어링|bearing|ベアリング,軸受
축,샤프트|shaft,axle|軸,シャフト
기어,톱니|~gear,~gears,~teeth,~tooth|ギア,歯車,歯
모터|motor|モーター,モータ
스테퍼,스텝모터|stepper|ステッピング,ステッパ
서보|servo|サーボ
센서,감지기|sensor,~sht30,~sht31,~dht11,~dht22,~bme280,~bmp280,~ds18b20|センサ,センサー
수분,습기|moisture|水分
습도|humidity|湿度
온도,~몇도,°c,℃,뜨거|temperature,°c,how hot,degrees,celsius|温度,°c,℃,何度
전압,볼트,~v|voltage,~volt,~volts|電圧,ボルト
전류,암페어,~ma|current,~amp,~amps,~ampere|電流,アンペア
전력,와트|~watt,~watts,wattage|電力,ワット
전원|power supply,~power|電源
태양 전지,태양전지,태양광|solar|太陽電池,ソーラー
배터리,전지,건전지|battery,batteries,~cell,~cells|電池,バッテリー,セル
리튬,리포,~lipo|lithium,~lipo,~li-po|リチウム,リポ,~lipo
충전,충전기|~charge,charger,charging|充電
아두이노|arduino|アルドゥイーノ,arduino
펌웨어,스케치,소스,코드,프로그램|firmware,sketch,~code,source,program|ファームウェア,スケッチ,ソース,コード,プログラム
업로드,굽|upload,~flash,flashing|書き込,アップロード
라이브러리|library,libraries|ライブラリ
케이블,전선,배선|cable,~wire,~wires,wiring|ケーブル,配線,電線
컴퓨터,~pc|computer,~pc|パソコン,コンピュータ
보정,캘리브레이션,교정|calibrate,calibration|校正,キャリブレーション,補正
측정,재기,재요,잽|measure,measuring|測定,測る,測り
멀티미터,테스터기,테스터|multimeter,~meter|テスター,マルチメータ
확인,점검,검사|~check,inspect,verify|確認,点検,チェック
조립,맞추|assemble,assembly,put together|組み立て,組立
순서,차례,순으로|~order,sequence|順番,順序
도구,공구,준비물|~tool,~tools|工具,道具
부품|~part,~parts,component|部品,パーツ
개수,수량,~몇개|how many,quantity|何個,個数,数量,いくつ
시간,분,얼마나걸,소요|how long,minutes,~time,~hours,~hour|時間,分
무게,그램,중량|weight,~gram,~grams,heavy|重さ,グラム,重量
크기,치수,사이즈,규격,밀리미터|~size,dimensions,~mm,how big|サイズ,寸法,大きさ
길이,밀리미터|length,~long,~mm,millimetre,millimeter|長さ,ミリ
두께|thickness,thick|厚さ,厚み
지름,직경|diameter|直径
간격|spacing,pitch,clearance,~gap|間隔,隙間,すきま
색,색상,컬러|colour,color|色
출력,프린트,인쇄|~print,prints,printed,printing|印刷,プリント,造形
출력물|printed part|造形物
필라멘트|filament|フィラメント
노즐|nozzle|ノズル
베드|~bed|ベッド
레이어,층,적층|layer|レイヤー,積層
서포트,지지대|support structures,supports|サポート
채움,인필|infill|インフィル,充填
벽,외벽|~wall,~walls,perimeter|壁,ウォール
재질,재료,소재|material|材料,素材
~pla,피엘에이|~pla|~pla
~petg|~petg|~petg
~tpu|~tpu|~tpu
~abs|~abs|~abs
후가공,다듬|~sand,sanding,post-process|後加工,やすり,仕上げ
사포|sandpaper|紙やすり,サンドペーパー
칼,커터|~knife,cutter|カッター,ナイフ
니퍼|cutters,nippers|ニッパー
펜치,플라이어|pliers|ペンチ,プライヤ
드라이버|screwdriver|ドライバー
핀셋|tweezers|ピンセット
드릴|~drill|ドリル
접착제,본드,풀|~glue,adhesive|接着剤,ボンド,のり
테이프|~tape|テープ
자석|magnet|磁石,マグネット
스프링,용수철|~spring,~springs|ばね,スプリング
고무|rubber|ゴム
기름,윤활,구리스,그리스|~oil,grease,lubricate,lubricant|油,グリス,潤滑
물|~water|水
펌프|~pump,~pumps|ポンプ
흙,토양|~soil|土
화분|planter,~pot|植木鉢,鉢
팬,선풍기|~fan,~fans|ファン
스피커|speaker|スピーカー
~마이크|microphone,~mic|~マイク
소리,음량|~sound,volume,~loud|音,音量
밝기|brightness,bright|明るさ
깜빡,점멸|~blink,blinking|点滅
화면,디스플레이|~screen,display|画面,ディスプレイ
시계|~clock|時計
프로펠러|propeller|プロペラ
드론|drone|ドローン
로봇|robot|ロボット
바퀴|wheel|車輪,ホイール,タイヤ
경첩|hinge|ヒンジ,蝶番
뚜껑|~lid,~cover|蓋,ふた
바닥,밑면|~bottom,~base|底,底面
옆면,측면|~side|側面
가운데,중앙|middle,center,centre|中央,真ん中
안전,주의,조심,위험|safety,~safe,danger,careful,caution,warning|安全,注意,危険
장갑|gloves|手袋
보안경|goggles,safety glasses|保護メガネ,ゴーグル
환기|ventilate,ventilation|換気
연기|fumes,smoke|煙
화상,데|~burn|やけど
누전,감전|electric shock|感電
합선,단락|short circuit|ショート,短絡
고장,안됨,안돼,작동안|not working,broken,~fails|動かない,故障
라이선스,저작권|license,licence|ライセンス
상업,판매|commercial,~sell|商用,販売
파일|~file,~files|ファイル
회로도|schematic,circuit diagram|回路図
거버|gerber|ガーバー
인터넷,와이파이|wi-fi,wifi,internet|インターネット,wi-fi
블루투스|bluetooth|ブルートゥース,bluetooth
비밀번호|password|パスワード
가격,비용,얼마예요,얼마인|price,~cost,how much does|値段,価格,費用
구매,구입,사야|~buy,purchase|購入,買
대신,대체|substitute,instead,replace,alternative|代わり,代替
방수|waterproof|防水
종이|paper|紙
가위|scissors|はさみ
접기,접어,접는|~fold,folding|折
자르,절단,잘라|~cut,cutting|切
합판|plywood|合板
나무,목재|~wood,wooden|木
레이저|laser|レーザー
아크릴|acrylic|アクリル
페인트,도색,칠|~paint,painting|塗装,塗
건조,말리|~dry,drying|乾燥,乾
세척,닦|~clean,cleaning,~wipe|洗,拭
여과,거름|~filter|フィルター
압력|pressure|圧力
속도|~speed|速度,スピード
각도|~angle|角度
회전,돌리|rotate,rotation,~turn|回転,回
조절,조정,설정|adjust,setting,configure|調整,調節,設定
가변저항,볼륨,포텐셔미터,트리머|potentiometer,trimmer|可変抵抗,ボリューム,トリマー
점퍼|jumper|ジャンパ
커넥터|connector|コネクタ,コネクター
안테나|antenna|アンテナ
~usb|~usb|~usb
앞,정면|~front|前,正面
뒤,뒷면|~back,~rear|裏,後
위,윗면|~top,upper|上,上面
마지막,끝으로,마무리|finally,~last,finish|最後,仕上
먼저,처음,첫|~first,begin,~start|最初,まず,初め
데이터셋,데이터|dataset,training data|データセット,データ
정확도|accuracy,accurate|精度
모델|~model|モデル
입력|~input|入力
학습,훈련|training,~train,trained|学習
한계,제한|limits,limitation|限界,制限
설치|install|インストール,設置
브라우저|browser|ブラウザ
오프라인|offline|オフライン
저장|~save,storage|保存
점수|~score|得点,スコア
비행|flight,~fly|飛行
부화,알람,경보|alarm|アラーム,警報
조명,전등,램프|~lamp,light|照明,ランプ
날카로|sharp|鋭
핀|~pin,~pins|ピン
케이스,상자|~case,enclosure,~box|ケース,箱
교류|~ac,alternating current|交流
직류|~dc,direct current|直流
연결,이어|connect,connected,connection,~plug,plugging,~attach|つな,接続
짧은,짧아,짧은 다리|~short,shorter|短
긴,길게|~long,longer|長
주파수,헤르츠|frequency,~hz,~khz|周波数
마이크로컨트롤러,마이컴|microcontroller,~mcu,~attiny412,~attiny85,~atmega328,~rp2040,~esp32,~esp32c3,~stm32,~xiao|マイコン,マイクロコントローラ
이어폰,헤드폰|earphone,headphone,earbud|イヤホン,ヘッドホン,ヘッドフォン
꽂,꼽,끼우,끼워|~insert,~plug,~fit,fitting|差,挿
뽑,빼|~remove,unplug,pull out|抜,外
만지,만져,건드|~touch|触
올려,올립,올리,높이|~raise,increase|上げ
낮추,내려,내리|~lower,reduce,decrease|下げ
고정|~fix,fasten,~hold,secure|固定
시험,테스트|~test,testing|試験,テスト,試
세척,씻|~wash|洗
플럭스|~flux|フラックス
떨어|~drop,dropped,~fall|落
굵은,굵으|thick,~wide|太
가는|~thin|細
홈,노치|~notch|切り欠き
양면,뒷면|both sides,~reverse|両面,裏面
정렬|align,alignment|揃,位置合わせ
힘|~force,pressure|力
볼륨|volume,~knob|ボリューム,音量
손잡이|~knob,handle|つまみ,ハンドル
부저,버저|buzzer|ブザー
비율|ratio|比
역접속,거꾸로|reverse polarity,backwards|逆接続
수업,교실|~class,lesson,classroom|授業,教室
아이,어린이,초등학생|~child,children,~kid,~kids|子ども,子供
소음,조용|~noise,quiet,silent|騒音,静か
데워,데우,가열|~heat,heating|加熱,温め
식을,식히|~cool,cooling|冷
흔들|wobble,~shake,shaking|揺れ
쪽,방향|~side,direction,~way,~face,faces,facing|側,向
바깥,바깥쪽|outside,outward,~edge|外
사용전압,정격|rated,rating|定格
부하|~load|負荷
신호|signal|信号
~출력|~output|出力
이득,배율|~gain|利得,ゲイン
케이블타이|zip tie|結束バンド
뒤집|~flip,upside down|ひっくり返,裏返
`;

export type Concept = { id: string; phrases: readonly { text: string; isWhole: boolean }[] };

export const concepts: readonly Concept[] = lines
  .trim()
  .split('\n')
  .map((line, index) => ({
    id: `=${index}`,
    phrases: line.split(/[|,]/).map((phrase) => ({
      text: phrase.replace(/^~/, ''),
      isWhole: phrase.startsWith('~'),
    })),
  }));
