/** Only the fields that the checks read, by collection. */
export interface Rows {
  wallets: { _id: number; memberId: number; balanceFen: number; frozenFen: number };
  walletTransactions: {
    _id: number;
    walletId: number;
    memberId: number;
    priceFen: number;
    bizType: number;
    bizId: string;
  };
  walletFreezes: { _id: string; memberId: number; amountFen: number; state: string };
  members: {
    _id: number;
    point: number;
    pointOwed?: number;
    experience: number;
    status: number;
    mergedInto?: number | null;
  };
  pointRecords: { _id: number; memberId: number; bizType: number; bizId: string; point: number; owed?: number };
  experienceRecords: { _id: number; memberId: number; experience: number };
  couponTemplates: { _id: number; totalCount: number; takeCount: number };
  coupons: { _id: number; memberId: number; templateId: number; status: number; orderId: number | null };
  activityGoods: {
    _id: number;
    activityId: number;
    skuId: number;
    stock: number | null;
    taken: number;
    createdAt: Date;
  };
  activityTakes: {
    _id: number;
    orderId: number;
    memberId: number;
    kind: number;
    activityId: number;
    skuId: number;
    count: number;
    state: string;
    createdAt: Date;
  };
  activityCounts: { _id: number; activityId: number; memberId: number; scope: string; count: number };
  bargainRecords: { _id: number; activityId: number; memberId: number };
  bargainHelps: { _id: number; activityId: number; memberId: number };
  auditChain: {
    _id: "head" | "anchor";
    seq: number;
    hash: string;
    pending?: { _id: number; seq: number; hash: string }[];
  };
  operationLogs: {
    _id: number;
    operatorId: number | null;
    memberId: number | null;
    module: string;
    action: string;
    bizId: string;
    before: unknown;
    after: unknown;
    ip: string;
    userAgent: string;
    requestId: string;
    createdAt: Date;
    seq: number;
    hash: string;
  };
  skus: { _id: number; stock: number; reserved: number; sold: number; initialStock: number };
  paidUnits: { _id: number; count: number };
  tradeOrders: {
    _id: number;
    memberId: number;
    status: number;
    payStatus: boolean;
    payPriceFen: number;
    payOrderId: number | null;
    payExpireAt: Date;
    refundPriceFen: number;
    refundStatus: number;
    couponId: number | null;
    usePoint: number;
    refundPoint: number;
    takenBackExperience: number;
    parcels?: { parcelId: number | null; items: { orderItemId: number; count: number }[] }[];
  };
  tradeOrderRefunds: {
    _id: number;
    orderId: number;
    payRefundId?: number;
    afterSaleId: number | null;
    status: number;
    refundFen: number;
    shares: { orderItemId: number; refundFen: number; usePoint: number; givePoint: number; count?: number }[];
  };
  tradeOrderItems: {
    _id: number;
    orderId: number;
    skuId: number;
    count: number;
    afterSaleStatus: number;
    afterSaleId: number | null;
    payPriceFen: number;
    refundPriceFen: number;
    usePoint: number;
    refundPoint: number;
    givePoint: number;
    takenBackPoint: number;
    goodsBack: boolean;
    restocked: boolean;
    backCount?: number;
    restockedCount?: number;
    keptCount?: number;
    sentCount?: number;
  };
  afterSales: {
    _id: number;
    orderId: number;
    orderItemId: number;
    status: number;
    receivedCount?: number | null;
    restock: boolean | null;
  };
  payOrders: {
    _id: number;
    memberId: number;
    status: number;
    priceFen: number;
    walletPartFen: number;
    channelCode: string | null;
    refundFen: number;
    walletRefundFen: number;
  };
  payAttempts: {
    _id: number;
    payOrderId: number;
    amountFen: number;
    walletPartFen: number;
    walletHeld: boolean;
    walletHolds: number;
    paidFen: number | null;
    status: number;
  };
  payRefunds: {
    _id: number;
    payOrderId: number;
    attemptId: number;
    kind: string;
    merchantRefundId: string;
    status: number;
    refundFen: number;
    walletRefundFen: number;
    needsMerchant?: boolean;
    inDoubt?: boolean;
    toWalletFen?: number | null;
  };
  payAnomalies: { _id: number; kind: string; refundId: number | null };
  recharges: {
    _id: number;
    memberId: number;
    payOrderId: number;
    payStatus: boolean;
    payPriceFen: number;
    totalPriceFen: number;
    refundStatus: number;
    refundTries: number;
    payRefundId: number | null;
    refundTotalFen: number;
    refundPayFen: number;
  };
  outbox: {
    _id: number;
    job: string;
    state: string;
    about: { payOrderId?: number; refundId?: number };
    nextLookAt?: Date;
    hold?: object;
    turn?: object;
  };
}

/** The projections: whole rows of a big shop would take most of the time. */
export const fieldsOf: { [C in keyof Rows]: Record<Exclude<keyof Rows[C], "_id">, 1> } = {
  wallets: { memberId: 1, balanceFen: 1, frozenFen: 1 },
  walletTransactions: { walletId: 1, memberId: 1, priceFen: 1, bizType: 1, bizId: 1 },
  walletFreezes: { memberId: 1, amountFen: 1, state: 1 },
  members: { point: 1, pointOwed: 1, experience: 1, status: 1, mergedInto: 1 },
  pointRecords: { memberId: 1, bizType: 1, bizId: 1, point: 1, owed: 1 },
  experienceRecords: { memberId: 1, experience: 1 },
  couponTemplates: { totalCount: 1, takeCount: 1 },
  coupons: { memberId: 1, templateId: 1, status: 1, orderId: 1 },
  activityGoods: { activityId: 1, skuId: 1, stock: 1, taken: 1, createdAt: 1 },
  activityTakes: { orderId: 1, memberId: 1, kind: 1, activityId: 1, skuId: 1, count: 1, state: 1, createdAt: 1 },
  activityCounts: { activityId: 1, memberId: 1, scope: 1, count: 1 },
  bargainRecords: { activityId: 1, memberId: 1 },
  bargainHelps: { activityId: 1, memberId: 1 },
  auditChain: { seq: 1, hash: 1, pending: 1 },
  operationLogs: {
    operatorId: 1,
    memberId: 1,
    module: 1,
    action: 1,
    bizId: 1,
    before: 1,
    after: 1,
    ip: 1,
    userAgent: 1,
    requestId: 1,
    createdAt: 1,
    seq: 1,
    hash: 1,
  },
  skus: { stock: 1, reserved: 1, sold: 1, initialStock: 1 },
  paidUnits: { count: 1 },
  tradeOrders: {
    memberId: 1,
    status: 1,
    payStatus: 1,
    payPriceFen: 1,
    payOrderId: 1,
    payExpireAt: 1,
    refundPriceFen: 1,
    refundStatus: 1,
    couponId: 1,
    usePoint: 1,
    refundPoint: 1,
    takenBackExperience: 1,
    parcels: 1,
  },
  tradeOrderRefunds: { orderId: 1, payRefundId: 1, afterSaleId: 1, status: 1, refundFen: 1, shares: 1 },
  tradeOrderItems: {
    orderId: 1,
    skuId: 1,
    count: 1,
    afterSaleStatus: 1,
    afterSaleId: 1,
    payPriceFen: 1,
    refundPriceFen: 1,
    usePoint: 1,
    refundPoint: 1,
    givePoint: 1,
    takenBackPoint: 1,
    goodsBack: 1,
    restocked: 1,
    backCount: 1,
    restockedCount: 1,
    keptCount: 1,
    sentCount: 1,
  },
  afterSales: { orderId: 1, orderItemId: 1, status: 1, receivedCount: 1, restock: 1 },
  payOrders: {
    memberId: 1,
    status: 1,
    priceFen: 1,
    walletPartFen: 1,
    channelCode: 1,
    refundFen: 1,
    walletRefundFen: 1,
  },
  payAttempts: { payOrderId: 1, amountFen: 1, walletPartFen: 1, walletHeld: 1, walletHolds: 1, paidFen: 1, status: 1 },
  payRefunds: {
    payOrderId: 1,
    attemptId: 1,
    kind: 1,
    merchantRefundId: 1,
    status: 1,
    refundFen: 1,
    walletRefundFen: 1,
    needsMerchant: 1,
    inDoubt: 1,
    toWalletFen: 1,
  },
  payAnomalies: { kind: 1, refundId: 1 },
  recharges: {
    memberId: 1,
    payOrderId: 1,
    payStatus: 1,
    payPriceFen: 1,
    totalPriceFen: 1,
    refundStatus: 1,
    refundTries: 1,
    payRefundId: 1,
    refundTotalFen: 1,
    refundPayFen: 1,
  },
  outbox: { job: 1, state: 1, about: 1, nextLookAt: 1, hold: 1, turn: 1 },
};
