{{- define "portcullis.name" -}}
{{- regexReplaceAll "-+$" (default .Chart.Name .Values.nameOverride | trunc 40) "" -}}
{{- end -}}

{{/*
At most 40 characters, so that every name made from it fits into 63; a Service's has no dots, and a release's may have some. What is cut ends with
a hash of the whole: two releases whose names only differ behind that would have the same objects.
*/}}
{{- define "portcullis.fullname" -}}
{{- $name := printf "%s-%s" .Release.Name (include "portcullis.name" .) -}}
{{- if .Values.fullnameOverride -}}
{{- $name = .Values.fullnameOverride -}}
{{- else if contains (include "portcullis.name" .) .Release.Name -}}
{{- $name = .Release.Name -}}
{{- end -}}
{{- if gt (len $name) 40 -}}
{{- regexReplaceAll "-+$" ($name | replace "." "-" | trunc 31) "" }}-{{ sha256sum $name | trunc 8 -}}
{{- else -}}
{{- regexReplaceAll "-+$" ($name | replace "." "-") "" -}}
{{- end -}}
{{- end -}}

{{- define "portcullis.selectorLabels" -}}
app.kubernetes.io/name: {{ include "portcullis.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "portcullis.labels" -}}
{{ include "portcullis.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- if not (hasKey (.Values.commonLabels | default dict) "app.kubernetes.io/part-of") }}
app.kubernetes.io/part-of: portcullis
{{- end }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- /* What the chart says and selects by is said once. */ -}}
{{- with omit (.Values.commonLabels | default dict) "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" "app.kubernetes.io/component" "helm.sh/chart" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* metadata of an object: dict root, name, and optionally component, labels, annotations */}}
{{- define "portcullis.metadata" -}}
name: {{ .name | quote }}
namespace: {{ .root.Release.Namespace | quote }}
labels:
  {{- $component := dict -}}
  {{- with .component }}{{ $_ := set $component "app.kubernetes.io/component" . }}{{ end }}
  {{- /* A label stands once, also where two values say it; what is said of this object goes first. */}}
  {{- merge (dict) (.labels | default dict) $component (include "portcullis.labels" .root | fromYaml) | toYaml | nindent 2 }}
{{- with merge (dict) (.annotations | default dict) (.root.Values.commonAnnotations | default dict) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* What every Service says of IPv4 and IPv6; nothing leaves it to the cluster. */}}
{{- define "portcullis.ipFamilies" -}}
{{- with .Values.ipFamilyPolicy }}
ipFamilyPolicy: {{ . }}
{{- end }}
{{- with .Values.ipFamilies }}
ipFamilies: {{ toJson . }}
{{- end }}
{{- end -}}

{{/* Labels that select the pods of a component: dict root, component */}}
{{- define "portcullis.podSelector" -}}
{{ include "portcullis.selectorLabels" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* dict root, image, and foreign: true where our version says nothing about it */}}
{{- define "portcullis.image" -}}
{{- $registry := .root.Values.global.imageRegistry | default .image.registry -}}
{{- $tag := .image.tag | default (ternary "" .root.Chart.AppVersion (not (empty .foreign))) -}}
{{- with $registry }}{{ trimSuffix "/" . }}/{{ end -}}
{{- .image.repository }}
{{- with $tag }}:{{ . }}{{ end -}}
{{- with .image.digest }}@{{ . }}{{ end -}}
{{- end -}}

{{- define "portcullis.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "portcullis.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{/* Decisions that several templates share; each is "true" or empty. */}}
{{- define "portcullis.isPostgres" -}}
{{- if .Values.postgresql.existingSecret.name }}true{{ end -}}
{{- end -}}

{{/* Whether Envoy and the processor share a pod, and so a Unix socket. */}}
{{- define "portcullis.usesSocket" -}}
{{- if or (eq .Values.mode "sidecar") (and (eq .Values.mode "ingress") (not .Values.envoy.separate)) (and (eq .Values.mode "envoyGateway") (eq .Values.envoyGateway.placement "sidecar")) }}true{{ end -}}
{{- end -}}

{{/* Whether the chart runs the processor in pods of its own. */}}
{{- define "portcullis.hasGateway" -}}
{{- if or (eq .Values.mode "ingress") (not (include "portcullis.usesSocket" .)) }}true{{ end -}}
{{- end -}}

{{/* Whether the pods of the gateway have an Envoy in them. */}}
{{- define "portcullis.hasEnvoyInPod" -}}
{{- if and (eq .Values.mode "ingress") (not .Values.envoy.separate) }}true{{ end -}}
{{- end -}}

{{- define "portcullis.hasSeparateEnvoy" -}}
{{- if and (eq .Values.mode "ingress") .Values.envoy.separate }}true{{ end -}}
{{- end -}}

{{- define "portcullis.hasDashboard" -}}
{{- if and .Values.dashboard.enabled (or (include "portcullis.hasGateway" .) (include "portcullis.isPostgres" .)) }}true{{ end -}}
{{- end -}}

{{/* With SQLite the dashboard is a part of the gateway's pod, which has the file. */}}
{{- define "portcullis.hasSeparateDashboard" -}}
{{- if include "portcullis.hasDashboard" . -}}
{{- if kindIs "bool" .Values.dashboard.separate -}}
{{- if or .Values.dashboard.separate (not (include "portcullis.hasGateway" .)) }}true{{ end -}}
{{- else if include "portcullis.isPostgres" . }}true{{ end -}}
{{- end -}}
{{- end -}}

{{- define "portcullis.hasClaim" -}}
{{- if and .Values.persistence.enabled (include "portcullis.hasGateway" .) (not (include "portcullis.isPostgres" .)) }}true{{ end -}}
{{- end -}}

{{- define "portcullis.usesMtls" -}}
{{- if .Values.mtls.enabled }}true{{ end -}}
{{- end -}}

{{- define "portcullis.serverSecret" -}}
{{- if .Values.mtls.certManager.enabled }}{{ include "portcullis.fullname" . }}-processor-tls{{ else }}{{ .Values.mtls.serverSecret }}{{ end -}}
{{- end -}}

{{- define "portcullis.clientSecret" -}}
{{- if .Values.mtls.certManager.enabled }}{{ include "portcullis.fullname" . }}-envoy-tls{{ else }}{{ .Values.mtls.clientSecret }}{{ end -}}
{{- end -}}

{{- define "portcullis.initialKeySecret" -}}
{{- .Values.initialKey.existingSecret | default (printf "%s-initial-key" (include "portcullis.fullname" .)) -}}
{{- end -}}

{{/* Another name where it becomes headless by a value: no Service can be changed so. */}}
{{- define "portcullis.processor.serviceName" -}}
{{ include "portcullis.fullname" . }}-processor{{ if and (eq .Values.mode "envoyGateway") (include "portcullis.usesMtls" .) }}-tls{{ end }}
{{- end -}}

{{- define "portcullis.processor.host" -}}
{{ include "portcullis.processor.serviceName" . }}.{{ .Release.Namespace }}.svc.{{ .Values.clusterDomain }}
{{- end -}}

{{/* Where the sample provider listens, in pods of the chart; in mode sidecar the operator chooses Envoy's port beside it. */}}
{{- define "portcullis.samplePort" -}}
{{- if and (eq .Values.mode "sidecar") (eq (int .Values.sidecar.port) 8081) }}8082{{ else }}8081{{ end -}}
{{- end -}}

{{/* How callers inside the cluster reach the gateway, without a path. */}}
{{- define "portcullis.proxyUrl" -}}
{{- if eq .Values.mode "ingress" -}}
http://{{ include "portcullis.fullname" . }}.{{ .Release.Namespace }}.svc.{{ .Values.clusterDomain }}{{ if ne (int .Values.service.port) 80 }}:{{ .Values.service.port }}{{ end }}
{{- else if eq .Values.mode "sidecar" -}}
http://127.0.0.1:{{ .Values.sidecar.port }}
{{- end -}}
{{- end -}}

{{/*
How people reach the dashboard: as the values say, or by the host of its Ingress where that has a certificate. Elsewhere nobody here knows
whether TLS ends in front of it, and whoever asks by another scheme than the one that is said cannot sign in.
*/}}
{{- define "portcullis.dashboardUrl" -}}
{{- $d := .Values.dashboard -}}
{{- if $d.publicUrl -}}
{{ $d.publicUrl }}
{{- else if and $d.ingress.enabled $d.ingress.tlsSecret $d.ingress.host (not (contains "*" $d.ingress.host)) -}}
https://{{ $d.ingress.host }}
{{- end -}}
{{- end -}}

{{/* Milliseconds of `config.shutdown`, as seconds, rounded up: dict root, key, default */}}
{{- define "portcullis.shutdownSeconds" -}}
{{- $shutdown := .root.Values.config.shutdown | default dict -}}
{{- div (add (int (get $shutdown .key | default .default)) 999) 1000 -}}
{{- end -}}

{{/* Envoy lets requests end, then the gateway does, and some seconds for what is left. */}}
{{- define "portcullis.drainSeconds" -}}
{{- add (include "portcullis.shutdownSeconds" (dict "root" . "key" "graceMs" "default" 300000)) (include "portcullis.shutdownSeconds" (dict "root" . "key" "drainMs" "default" 5000)) 15 -}}
{{- end -}}

{{/* Fewest pods of a component that are to run, once any are: dict root, component */}}
{{- define "portcullis.fewestPods" -}}
{{- $v := .root.Values -}}
{{- if eq .component "envoy" }}{{ int $v.envoy.replicas }}
{{- else if $v.autoscaling.enabled }}{{ int $v.autoscaling.minReplicas }}
{{- else if $v.keda.enabled }}{{ max 1 (int $v.keda.minReplicas) }}
{{- else }}{{ int $v.gateway.replicas }}
{{- end -}}
{{- end -}}

{{/* How many of so many pods a budget's value stands for; Kubernetes rounds per cents up: dict value, pods */}}
{{- define "portcullis.podsOf" -}}
{{- $value := toString .value -}}
{{- if hasSuffix "%" $value }}{{ div (add (mul (trimSuffix "%" $value | int) .pods) 99) 100 }}{{ else }}{{ int $value }}{{ end -}}
{{- end -}}

{{/* Components that carry traffic in pods of their own, as a YAML list. */}}
{{- define "portcullis.budgeted" -}}
{{- $components := list -}}
{{- if include "portcullis.hasGateway" . }}{{ $components = append $components "gateway" }}{{ end -}}
{{- if include "portcullis.hasSeparateEnvoy" . }}{{ $components = append $components "envoy" }}{{ end -}}
{{- toYaml $components -}}
{{- end -}}

{{/* Peers of a network policy: Envoys that ask the processor from other namespaces, as a YAML list. */}}
{{- define "portcullis.foreignEnvoys" -}}
{{- $gateway := .Values.istio.gateway -}}
{{- if eq .Values.mode "envoyGateway" }}
- namespaceSelector: {}
  podSelector:
    matchLabels:
      gateway.envoyproxy.io/owning-gateway-name: {{ .Values.envoyGateway.gateway.name | default (include "portcullis.fullname" .) | quote }}
      gateway.envoyproxy.io/owning-gateway-namespace: {{ .Release.Namespace | quote }}
{{- else if and (eq .Values.mode "istio") (has "GATEWAY" .Values.istio.contexts) $gateway.namespace (ne $gateway.namespace .Release.Namespace) }}
- namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: {{ $gateway.namespace | quote }}}}
  podSelector:
    matchLabels:
      {{- toYaml $gateway.selector | nindent 6 }}
{{- end }}
{{- end -}}

{{/* Resources of which a share of what was requested is to be the measure of scaling, as a YAML list. */}}
{{- define "portcullis.scaledBy" -}}
{{- $names := list -}}
{{- with .Values.autoscaling -}}
{{- if .enabled -}}
{{- if .targetCPUUtilizationPercentage }}{{ $names = append $names "cpu" }}{{ end -}}
{{- if .targetMemoryUtilizationPercentage }}{{ $names = append $names "memory" }}{{ end -}}
{{- range .metrics }}{{ if and (eq (toString .type) "Resource") (eq (dig "resource" "target" "type" "" .) "Utilization") }}{{ $names = append $names (dig "resource" "name" "cpu" .) }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- with .Values.keda -}}
{{- if .enabled -}}
{{- range .triggers }}{{ if and (has .type (list "cpu" "memory")) (ne (toString .metricType) "AverageValue") }}{{ $names = append $names .type }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- uniq $names | toYaml -}}
{{- end -}}

{{/* Containers that run as long as the gateway's pod does, as a YAML list of value (what to set) and resources. */}}
{{- define "portcullis.lastingContainers" -}}
{{- $v := .Values -}}
{{- $list := list (dict "value" "gateway.resources" "resources" $v.gateway.resources) -}}
{{- if include "portcullis.hasEnvoyInPod" . -}}
{{- $list = append $list (dict "value" "envoy.resources" "resources" $v.envoy.resources) -}}
{{- if $v.sampleProvider.enabled }}{{ $list = append $list (dict "value" "sampleProvider.resources" "resources" $v.sampleProvider.resources) }}{{ end -}}
{{- end -}}
{{- range $v.gateway.extraContainers }}{{ $list = append $list (dict "value" (printf "gateway.extraContainers, %s" .name) "resources" .resources) }}{{ end -}}
{{- range $v.gateway.extraInitContainers }}{{ if eq (toString .restartPolicy) "Always" }}{{ $list = append $list (dict "value" (printf "gateway.extraInitContainers, %s" .name) "resources" .resources) }}{{ end }}{{ end -}}
{{- toYaml $list -}}
{{- end -}}

{{/* A duration of Prometheus, in milliseconds. */}}
{{- define "portcullis.milliseconds" -}}
{{- $text := . -}}
{{- $sum := int64 0 -}}
{{- range $unit, $ms := dict "ms" 1 "s" 1000 "m" 60000 "h" 3600000 "d" 86400000 "w" 604800000 "y" 31536000000 -}}
{{- with regexFind (printf "[0-9]+%s([0-9]|$)" $unit) $text }}{{ $sum = add $sum (mul (regexFind "^[0-9]+" .) $ms) }}{{ end -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

{{/* XOR of two numbers of 32 bits, since templates have none: list a b */}}
{{- define "portcullis.xor" -}}
{{- $a := int64 (index . 0) -}}{{- $b := int64 (index . 1) -}}{{- $sum := int64 0 -}}{{- $bit := int64 1 -}}
{{- range until 32 -}}
{{- if ne (mod $a 2) (mod $b 2) }}{{ $sum = add $sum $bit }}{{ end -}}
{{- $a = div $a 2 }}{{ $b = div $b 2 }}{{ $bit = mul $bit 2 -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

{{/* The six characters at the end of a gateway key: CRC-32 in base 62, as the gateway checks it. */}}
{{- define "portcullis.keyChecksum" -}}
{{- $text := . -}}
{{- $crc := int64 4294967295 -}}
{{- range $index := until (len $text) -}}
{{- $crc = int64 (include "portcullis.xor" (list $crc (index $text $index))) -}}
{{- range until 8 -}}
{{- $isOdd := eq (mod $crc 2) 1 -}}
{{- $crc = div $crc 2 -}}
{{- if $isOdd }}{{ $crc = int64 (include "portcullis.xor" (list $crc 3988292384)) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- $rest := sub 4294967295 $crc -}}
{{- $digits := "" -}}
{{- range until 6 -}}
{{- $digit := int (mod $rest 62) -}}
{{- $digits = print (substr $digit (add1 $digit | int) "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") $digits -}}
{{- $rest = div $rest 62 -}}
{{- end -}}
{{- $digits -}}
{{- end -}}
